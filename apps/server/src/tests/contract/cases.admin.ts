import { scanHotWallet } from "@bbux/api";
import { listSuspense, raiseAlert } from "@bbux/api/operator";
import { withoutTriggers } from "@bbux/db/testing";
import { sql } from "kysely";
import { TEST_PASSWORD, type TestMember } from "../../testing.ts";
import { SOL } from "../wallet.support.ts";
import { staleGuardedAdmin } from "./cases.factors.ts";
import { rivalOf } from "./cases.moderation.ts";
import type { Case } from "./cases.ts";
import type { World } from "./world.ts";

const reason = "A drill";
/** Sends unclaimed SOL to the hot wallet. @returns the id of its item */
const unclaimed = async ({ t, chain }: World) => {
  const signature = await chain.airdrop(t.services.platformWallet.address, SOL);
  await scanHotWallet(t.services);
  const { items } = await listSuspense(t.database.db);
  return items.find((item) => item.signature === signature)?.id ?? "";
};
/** A deposit of 1 SOL that waits for an admin. @returns its id */
const waiting = async ({ t, paid }: World, of?: TestMember) => {
  const { member, signature } = await paid(of);
  const { rows } = await sql<{ id: string }>`
    insert into waiting_deposits (user_id, address, signature, amount, slot, reason, checked_at, created_at, updated_at)
    values (${member.id}, ${t.wallet.addressOf(member.id)}, ${signature}, ${SOL.toString()}, 1, 'approval', now(), now(), now())
    returning id::text`.execute(t.database.ownerDb);
  return rows[0]?.id ?? "";
};
/** A withdrawal that waits for approvals. @returns its id */
const unapproved = async ({ t, withdrawn, admin }: World, isOwn = false) => {
  const { transactionId } = await withdrawn();
  await sql`
    update withdrawals set approval_until = clock_timestamp() + interval '72 hours', waits_for = 'approval'
     where id = ${transactionId}`.execute(t.database.ownerDb);
  if (isOwn)
    await withoutTriggers(
      t.database.ownerDb,
      sql`update withdrawals set user_id = ${admin.id} where id = ${transactionId}`,
    );
  return transactionId;
};
const alert = async ({ t, unique }: World) => {
  const subject = unique();
  await raiseAlert(t.services, { kind: "large_deposit", subject, detail: "5 SOL" });
  const row = t.database.db.selectFrom("alerts").select("id").where("subject", "=", subject);
  return String((await row.executeTakeFirstOrThrow()).id);
};

/** A member who promoted the admin less than 72 hours ago, so that their account counts as the admin's. */
const promoterOf = async ({ fresh, t, admin }: World): Promise<string> => {
  const { id } = await fresh();
  const promotion = { action: "ROLE_CHANGED", subject_id: admin.id, details: { from: "user", to: "admin" } };
  const log = t.database.ownerDb.insertInto("audit_log");
  await log.values({ ...promotion, actor_id: id, created_at: t.services.now() }).execute();
  return id;
};

export const adminCases: Record<string, Case[]> = {
  "admin-users": [
    { title: "returns users and pagination [C7.59 C3.29]", as: "admin" },
    {
      title: "searches, sorts and filters",
      as: "admin",
      input: () => ({ search: "MODER", sort: "reputation", role: "moderator", suspended: false, page: 1, limit: 5 }),
    },
    {
      title: "refuses an unknown sort order",
      as: "admin",
      input: () => ({ sort: "luck" }),
      refused: "VALIDATION_ERROR",
    },
  ],
  "admin-stats": [{ title: "returns the statistics [C7.60 C3.30]", as: "admin" }],
  "admin-endSessions": [
    {
      title: "signs a member out everywhere",
      as: "admin",
      input: async (world) => ({ id: (await world.fresh()).id, reason }),
    },
    {
      title: "requires a reason",
      as: "admin",
      input: ({ helper }) => ({ id: helper.id, reason: "" }),
      refused: "VALIDATION_ERROR",
    },
    {
      title: "refuses an admin who wants to win the member's bounty",
      as: "admin",
      input: async (world) => ({ id: (await rivalOf(world, world.admin)).id, reason }),
      refused: "HAS_INTEREST",
    },
  ],
  "admin-setRole": [
    {
      title: "changes a member's role [C7.61 C6.18]",
      as: "admin",
      input: async (world) => ({ id: (await world.fresh()).id, role: "moderator" }),
    },
    {
      title: "refuses any role but the three [C3.02]",
      as: "admin",
      input: ({ helper }) => ({ id: helper.id, role: "king" }),
      refused: "VALIDATION_ERROR",
    },
    {
      title: "refuses to demote the last admin [C6.19]",
      as: "admin",
      input: ({ admin }) => ({ id: admin.id, role: "user" }),
      refused: "LAST_ADMIN",
    },
    {
      title: "refuses an admin who wants to win the member's bounty",
      as: "admin",
      input: async (world) => ({ id: (await rivalOf(world, world.admin)).id, role: "moderator" }),
      refused: "HAS_INTEREST",
    },
    {
      title: "refuses an account that counts as the admin's",
      as: "admin",
      input: async (world) => ({ id: await promoterOf(world), role: "moderator" }),
      refused: "OWN_DECISION",
    },
  ],
  "brand-get": [{ title: "returns the branding" }],
  "brand-set": [
    {
      title: "changes the branding",
      as: "admin",
      input: () => ({ name: "BBUX", accentLight: "#0f544c", accentDark: "#7cc4b8", logo: null, favicon: null, reason }),
    },
    {
      title: "refuses a color that can't be read",
      as: "admin",
      input: () => ({ name: "BBUX", accentLight: "#ffff00", accentDark: "#7cc4b8", logo: null, favicon: null, reason }),
      refused: "VALIDATION_ERROR",
    },
  ],
  "admin-audit": [
    { title: "lists actions, latest first [C6.27]", as: "admin" },
    { title: "accepts filters", as: "admin", input: () => ({ action: "role_changed", actor: "THE_ADMIN", limit: 5 }) },
  ],
  "admin-jobs": [{ title: "lists queues", as: "admin" }],
  "admin-runJob": [
    { title: "runs a scheduled job", as: "admin", input: () => ({ name: "learn-words" }) },
    { title: "refuses an unknown job", as: "admin", input: () => ({ name: "mine-coins" }), refused: "NOT_FOUND" },
  ],
  "admin-money": [
    {
      title: "returns the state of payments",
      as: "admin",
      input: async (world) => {
        await alert(world);
        return undefined;
      },
      same: true,
    },
  ],
  "admin-stopWithdrawals": [{ title: "stops payments", as: "admin", input: () => ({ reason }) }],
  "admin-resumeWithdrawals": [{ title: "resumes payments", as: "admin", input: () => ({ reason }) }],
  "admin-suspense": [{ title: "lists payments without an owner", as: "admin" }],
  "admin-resolveSuspense": [
    {
      title: "assigns a payment to a member",
      as: "admin",
      input: async (world) => ({ id: await unclaimed(world), username: "Helper", reason }),
    },
    {
      title: "records a payment as the operator's float",
      as: "admin",
      input: async (world) => ({ id: await unclaimed(world), username: null, reason }),
    },
    {
      title: "refuses the admin's own account",
      as: "admin",
      input: async (world) => ({ id: await unclaimed(world), username: world.admin.username, reason }),
      refused: "OWN_DECISION",
    },
  ],
  "admin-waitingDeposits": [
    {
      title: "lists deposits that aren't credited yet",
      as: "admin",
      input: async (world) => {
        await waiting(world);
        return {};
      },
      same: true,
    },
  ],
  "admin-approveDeposit": [
    {
      title: "credits a deposit that only one node confirms",
      as: "admin",
      input: async (world) => ({ id: await waiting(world), reason }),
      varies: ["username"],
    },
    {
      title: "refuses the admin's own deposit",
      as: "admin",
      input: async (world) => ({ id: await waiting(world, world.admin), reason }),
      refused: "OWN_DECISION",
    },
    {
      title: "fails with a message while the chain can't be reached",
      as: "admin",
      input: async (world) => {
        const id = await waiting(world);
        await world.chain.faults([{ method: "getTransaction", action: "down", times: 1 }]);
        return { id, reason };
      },
      refused: "CHAIN_UNAVAILABLE",
    },
    {
      title: "refuses a deposit that doesn't wait",
      as: "admin",
      input: () => ({ id: "999999999", reason }),
      refused: "NOT_FOUND",
    },
  ],
  "admin-waitingWithdrawals": [
    {
      title: "lists large withdrawals that need approval",
      as: "admin",
      input: async (world) => {
        await unapproved(world);
        return {};
      },
      same: true,
    },
  ],
  "admin-approveWithdrawal": [
    {
      title: "refuses the admin's own withdrawal",
      as: "admin",
      input: async (world) => ({ id: await unapproved(world, true), password: world.admin.password, reason }),
      refused: "OWN_DECISION",
    },
    {
      title: "approves a large withdrawal",
      as: "admin",
      input: async (world) => ({ id: await unapproved(world), password: world.admin.password, reason }),
      varies: ["username"],
    },
    {
      title: "refuses another password than the admin's",
      as: "admin",
      input: async (world) => ({ id: await unapproved(world), password: "another one", reason }),
      refused: "WRONG_PASSWORD",
    },
    {
      title: "refuses an admin with a second factor without a fresh code",
      caller: async (world) => ({
        member: await staleGuardedAdmin(world),
        input: { id: await unapproved(world), password: TEST_PASSWORD, reason },
      }),
      refused: "STEP_UP_REQUIRED",
    },
    {
      title: "refuses a withdrawal that needs no approval",
      as: "admin",
      input: async (world) => ({
        id: (await world.withdrawn()).transactionId,
        password: world.admin.password,
        reason,
      }),
      refused: "CONFLICT",
    },
  ],
  "admin-refuseWithdrawal": [
    {
      title: "refuses the admin's own withdrawal",
      as: "admin",
      input: async (world) => ({ id: await unapproved(world, true), reason }),
      refused: "OWN_DECISION",
    },
    {
      title: "gives a large withdrawal back",
      as: "admin",
      input: async (world) => ({ id: await unapproved(world), reason }),
      varies: ["username"],
    },
    {
      title: "fails for a withdrawal that doesn't exist",
      as: "admin",
      input: () => ({ id: "999999999", reason }),
      refused: "NOT_FOUND",
    },
  ],
  "admin-closeAlert": [
    { title: "closes an alert", as: "admin", input: async (world) => ({ id: await alert(world), reason }) },
  ],
};
