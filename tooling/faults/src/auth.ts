import type { Fault } from "./fault.ts";

/** Who may call, for how long and how often. */
export const auth: readonly Fault[] = [
  {
    id: "stolen-refresh-token-ends-nothing",
    file: "auth.commands.ts",
    find: "if (known?.spent_at) await endFamily(ctx.db, known.family_id); else if (known) throw",
    replace: "if (known && !known.spent_at) throw",
    caught: "sign-in.test.ts",
    title: "C7.09",
  },
  {
    id: "unknown-address-told-from-wrong-password",
    file: "auth.commands.ts",
    find: `await countFailure(ctx, input.email);
    throw new AppError("INVALID_CREDENTIALS");`,
    replace: `await countFailure(ctx, input.email);
    throw new AppError(found ? "INVALID_CREDENTIALS" : "NOT_FOUND");`,
    caught: "sign-in.test.ts",
    title: "M8.25",
  },
  {
    id: "guesses-counted-by-spelling",
    file: "auth.limits.ts",
    find: "hashSecret(email.toLowerCase())",
    replace: "hashSecret(email)",
    caught: "sign-in.limits.test.ts",
    title: "regardless of case",
  },
  {
    id: "password-change-keeps-other-sessions",
    file: "passwords.commands.ts",
    find: "await endAccess(trx, userId, null);",
    replace: "",
    caught: "tests/passwords.test.ts",
    title: "C7.16",
  },
  {
    id: "reset-link-lasts-for-days",
    file: "passwords.commands.ts",
    find: "SESSION.resetMinutes * 60_000",
    replace: "SESSION.resetMinutes * 3_600_000",
    caught: "tests/passwords.test.ts",
    title: "C2.013",
  },
  {
    id: "session-renewed-for-ever",
    file: "session-core.ts",
    find: "expiresAt: row.expires_at < cap ? row.expires_at : cap,",
    replace: "expiresAt: row.expires_at,",
    caught: "sessions.test.ts",
    title: "M8.21",
  },
  {
    id: "suspended-member-acts",
    file: "viewer.ts",
    find: `if (level !== "account" && viewer.suspended) throw new AppError("ACCOUNT_SUSPENDED");`,
    replace: "",
    caught: "suspended.test.ts",
    title: "C6.29",
  },
  {
    id: "last-admin-demoted",
    file: "roles.commands.ts",
    find: `if (from === "admin" && to !== "admin" && admins.length < 2) {`,
    replace: `if (from === "admin" && to !== "admin" && admins.length < 1) {`,
    caught: "accounts/roles.test.ts",
  },
  {
    id: "session-of-anyone-ended",
    file: "sessions.commands.ts",
    find: `select 1 from sessions where family_id = \${familyId}::uuid and user_id = \${userId}
    union all
    select 1 from refresh_tokens where family_id = \${familyId}::uuid and user_id = \${userId}`,
    replace: `select 1 from sessions where family_id = \${familyId}::uuid
    union all
    select 1 from refresh_tokens where family_id = \${familyId}::uuid`,
    caught: "account.test.ts",
    title: "of another member",
  },
  {
    id: "cookie-signature-not-checked",
    file: "http/session.ts",
    find: `return unsigned.valid ? unsigned.value : "";`,
    replace: `return unsigned.value ?? raw.slice(0, raw.lastIndexOf("."));`,
    caught: "sessions.test.ts",
    title: "signature",
  },
  {
    id: "origin-compared-by-its-beginning",
    file: "http/session.ts",
    find: "const ours = publicOrigin ? origin === publicOrigin :",
    replace: "const ours = publicOrigin ? origin?.startsWith(publicOrigin) :",
    caught: "origin.test.ts",
  },
  {
    id: "fresh-allowance-for-each-ipv6-address",
    file: "network.ts",
    find: ".slice(0, 4)",
    replace: ".slice(0, 8)",
    caught: "network.test.ts",
  },
  {
    id: "reset-mail-never-sent",
    file: "password-reset-mail.ts",
    find: "run: (needs, { email }) => sendPasswordReset({ ...needs, origin: needs.origin() }, email, needs.now()),",
    replace: 'run: async (needs, { email }) => needs.log.debug({ email }, "password reset"),',
    caught: "jobs.queue.test.ts",
  },
  {
    id: "staff-act-with-an-old-proof",
    file: "platform/calls/trpc.ts",
    find: "if (meta?.stepUp) requireFreshProof(caller);",
    replace: "",
    caught: "attacks/staff.test.ts",
  },
  {
    id: "one-admin-credits-alone",
    file: "credit-approvals/approvals.sql.ts",
    find: "export const APPROVERS = 2;",
    replace: "export const APPROVERS = 1;",
    caught: "attacks/credits.test.ts",
    title: "from exactly that on",
  },
];
