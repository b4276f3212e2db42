import { grantRole } from "@bbux/api/operator";
import { sql } from "kysely";
import type { TestMember } from "../testing.ts";
import { call, ok } from "./support.ts";
import { type MoneyWorld, SOL, startMoney, stranger, withdrawal } from "./wallet.support.ts";

export const APPROVALS_ENV = { APPROVAL_FROM: "5", WITHDRAWAL_DAILY_LIMIT: "20" };
export const untouched = { state: "REQUESTED", attempts: [] };
let members = 0;

/** A platform with the approvals of {@link APPROVALS_ENV}, and three admins with 20 BBUX each. */
export async function startApprovals(): Promise<{ world: MoneyWorld; admins: [TestMember, TestMember, TestMember] }> {
  const world = await startMoney({ env: APPROVALS_ENV });
  const admin = async (name: string) => {
    const member = await world.rich(name, 20n * SOL);
    await role(world, member, "admin");
    return member;
  };
  return { world, admins: [await admin("ruth"), await admin("omar"), await admin("ines")] };
}

/** Changes a role as an operator's command does: an admin whom another admin has made counts later. */
export async function role(world: MoneyWorld, member: TestMember, to: "admin" | "user"): Promise<void> {
  await grantRole({ ...world.services, db: world.t.database.ownerDb }, { member: member.id, role: to, actor: null });
}

const decide = (world: MoneyWorld, what: "approve" | "refuse", id: string, as: TestMember, body: object = {}) =>
  call(world.t, "POST", `/admin/waiting-withdrawals/${id}/${what}`, {
    as,
    body: { ...(what === "approve" && { password: as.password }), reason: "Called the member", ...body },
  });
export const approve = (world: MoneyWorld, id: string, as: TestMember, body: object = {}) =>
  decide(world, "approve", id, as, body);
export const refuse = (world: MoneyWorld, id: string, as: TestMember) => decide(world, "refuse", id, as);

/** The withdrawals that wait for approval, as an admin reads them. */
export const waiting = async (world: MoneyWorld, as: TestMember) =>
  ok(await call(world.t, "GET", "/admin/waiting-withdrawals", { as })).withdrawals;

/** What the audit log says about a withdrawal, a line each. */
export async function audited(world: MoneyWorld, id: string): Promise<string[]> {
  const { rows } = await sql<{ line: string }>`
    select concat_ws(' ', l.action, u.username, l.reason) as line from audit_log l left join users u on u.id = l.actor_id
     where l.target_kind = 'withdrawal' and l.target_id = ${id} order by l.id`.execute(world.t.database.ownerDb);
  return rows.map(({ line }) => line);
}

/** A withdrawal to a fresh address, of a new member with 20 BBUX unless one is given. */
export async function ask(
  world: MoneyWorld,
  amount = "6",
  from?: TestMember,
): Promise<{ anna: TestMember; to: string; id: string }> {
  const anna = from ?? (await world.rich(`member${members++}`, 20n * SOL));
  const to = stranger();
  return { anna, to, id: await withdrawal(world.t, anna, amount, to) };
}

/** Lets three days pass for it on the database's clock, which no process decides. */
export async function passDeadline(world: MoneyWorld, id: string): Promise<void> {
  await world.t.database.ownerDb.transaction().execute(async (trx) => {
    await sql`alter table withdrawals disable trigger withdrawals_need_kept`.execute(trx);
    await sql`update withdrawals set approval_until = approval_until - interval '72 hours' where id = ${id}`.execute(
      trx,
    );
    await sql`alter table withdrawals enable trigger withdrawals_need_kept`.execute(trx);
  });
}
