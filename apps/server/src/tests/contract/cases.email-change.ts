import { issueEmailChange, storeEmailChange, undoEmailToken } from "@bbux/api";
import { sql } from "kysely";
import type { TestMember } from "../../testing.ts";
import type { Case } from "./cases.ts";
import type { World } from "./world.ts";

async function frozen(world: World): Promise<TestMember> {
  const member = await world.fresh();
  await freeze(world, member);
  return member;
}

async function freeze(world: World, member: TestMember): Promise<void> {
  await sql`insert into security_holds values (${member.id}, 'frozen', 'infinity')`.execute(world.t.database.ownerDb);
}

/** A change that isn't confirmed. @returns its id, and the token mailed to the new address */
async function emailChange(world: World, member?: TestMember): Promise<{ id: string; token: string }> {
  const { database, services } = world.t;
  const userId = (member ?? (await world.fresh())).id;
  const asked = { userId, newEmail: `${world.unique()}@example.org` };
  await storeEmailChange(database.db, asked, services.now());
  const made = await issueEmailChange(services, asked, services.now());
  const { id } = await database.db
    .selectFrom("email_changes")
    .select("id")
    .where("user_id", "=", userId)
    .executeTakeFirstOrThrow();
  return { id, token: made?.token ?? "" };
}

async function confirmedChange(world: World): Promise<{ id: string; token: string }> {
  const change = await emailChange(world);
  const payload = { token: change.token };
  await world.t.app.inject({ method: "POST", url: "/api/auth/email/confirm", payload });
  return change;
}

export const emailChangeCases: Record<string, Case[]> = {
  "emailChange-request": [
    {
      title: "mails a link to the new address",
      caller: async (world) => ({ member: await world.fresh(), input: { newEmail: `${world.unique()}@example.org` } }),
      varies: ["verificationLink"],
    },
    {
      title: "refuses the present address",
      caller: async (world) => {
        const member = await world.fresh();
        return { member, input: { newEmail: member.email } };
      },
      refused: "VALIDATION_ERROR",
    },
    {
      title: "refuses a member whose address an operator has set before a mail to it was answered",
      caller: async (world) => ({
        member: await world.unanswered(),
        input: { newEmail: `${world.unique()}@example.org` },
      }),
      refused: "EMAIL_UNVERIFIED",
    },
    {
      title: "refuses a frozen account",
      caller: async (world) => ({
        member: await frozen(world),
        input: { newEmail: `${world.unique()}@example.org` },
      }),
      refused: "ACCOUNT_FROZEN",
    },
  ],
  "emailChange-confirm": [
    { title: "changes the address", input: async (world) => ({ token: (await emailChange(world)).token }) },
    { title: "refuses an unknown token", input: ({ unique }) => ({ token: unique() }), refused: "EMAIL_LINK_INVALID" },
    {
      title: "refuses a token that has expired",
      input: async (world) => {
        const { id, token } = await emailChange(world);
        const past = { expires_at: new Date(0) };
        await world.t.database.ownerDb.updateTable("email_changes").set(past).where("id", "=", id).execute();
        return { token };
      },
      refused: "EMAIL_LINK_EXPIRED",
    },
    {
      title: "refuses a token that has been used",
      input: async (world) => ({ token: (await confirmedChange(world)).token }),
      refused: "EMAIL_LINK_USED",
    },
    {
      title: "refuses an address that someone else got meanwhile",
      input: async (world) => {
        const { id, token } = await emailChange(world);
        const taken = { new_email: world.asker.email };
        await world.t.database.ownerDb.updateTable("email_changes").set(taken).where("id", "=", id).execute();
        return { token };
      },
      refused: "EMAIL_TAKEN",
    },
    {
      title: "refuses a frozen account",
      input: async (world) => {
        const member = await world.fresh();
        const { token } = await emailChange(world, member);
        await freeze(world, member);
        return { token };
      },
      refused: "ACCOUNT_FROZEN",
    },
  ],
  "emailChange-undo": [
    {
      title: "brings the former address back",
      input: async (world) => ({ token: undoEmailToken(world.t.services, (await confirmedChange(world)).id) }),
    },
    { title: "refuses an unknown token", input: ({ unique }) => ({ token: unique() }), refused: "EMAIL_LINK_INVALID" },
    {
      title: "refuses a token that has expired",
      input: async (world) => {
        const { id } = await confirmedChange(world);
        const past = { undo_until: new Date(0) };
        await world.t.database.ownerDb.updateTable("email_changes").set(past).where("id", "=", id).execute();
        return { token: undoEmailToken(world.t.services, id) };
      },
      refused: "EMAIL_LINK_EXPIRED",
    },
    {
      title: "refuses a token that has been used",
      input: async (world) => {
        const token = undoEmailToken(world.t.services, (await confirmedChange(world)).id);
        await world.t.app.inject({ method: "POST", url: "/api/auth/email/undo", payload: { token } });
        return { token };
      },
      refused: "EMAIL_LINK_USED",
    },
  ],
};
