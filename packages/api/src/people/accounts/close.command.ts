import { formatAmount } from "@bbux/contract";
import type { DB } from "@bbux/db";
import { balanceOf, forfeitBalance } from "@bbux/ledger";
import { sql, type Transaction } from "kysely";
import type { Services } from "../../platform/context/index.ts";
import { languageOfMember } from "../../platform/language/index.ts";
import { isEmailConfirmed } from "../../platform/queries/index.ts";
import type { Effects } from "../../platform/transactions/index.ts";
import { endAccess } from "../auth/index.ts";
import { type Origin, recordSecurityEvent } from "../notifications/index.ts";

interface Closing {
  readonly member: string;
  /** Null for one whose days are over. */
  readonly from: Origin;
  readonly at: Date;
}

/**
 * Ends an account. What it holds goes to the treasury. Its content stays, under a name that says that its author left; personal data,
 * bookmarks, sessions and notifications are removed. Books are never rewritten: their entries stay under the account's number. Needs
 * `lockAccount`.
 */
export async function closeAccount(
  trx: Transaction<DB>,
  effects: Effects,
  services: Pick<Services, "verifiesEmail">,
  { member, from, at }: Closing,
): Promise<void> {
  const amount = await balanceOf(trx, "member", member);
  if (amount > 0n) await forfeitBalance(trx, { member, amount, cause: member, refs: { member } });
  const { mailTo, name, language } = await farewellOf(trx, services, member);
  await forget(trx, member, at);
  if (mailTo === null) return;
  // The mail's own copy of what is forgotten, which goes with it (`mailSent`).
  const details = { name, language, ...(amount > 0n && { amount: formatAmount(amount) }) };
  const event = { member, kind: "account_closed", from, details, mailTo, isNotified: false, at } as const;
  await recordSecurityEvent(trx, effects, event);
}

/** Where the last mail goes, and how it addresses the member. */
async function farewellOf(trx: Transaction<DB>, services: Pick<Services, "verifiesEmail">, member: string) {
  const { rows } = await sql<{ mailTo: string | null; name: string; settings: unknown }>`
    select case when ${isEmailConfirmed("u", services)} then u.email end as "mailTo", u.username as name, u.settings
      from users u where u.id = ${member}`.execute(trx);
  const { mailTo = null, name = "", settings } = rows[0] ?? {};
  return { mailTo, name, language: languageOfMember(settings) };
}

/** The name only says that the member left; nobody can sign up with such a name. */
async function forget(trx: Transaction<DB>, id: string, now: Date): Promise<void> {
  await trx
    .updateTable("users")
    .set({
      username: `deleted-${id}`,
      email: null,
      email_verified_at: null,
      password_hash: null,
      role: "user",
      profile: "{}",
      profile_picture: null,
      settings: "{}",
      updated_at: now,
      closes_at: null,
      deleted_at: now,
    })
    .where("id", "=", id)
    .execute();
  // The address is still watched: what arrives there is suspense (docs/DECISIONS.md 1.9).
  await trx
    .updateTable("wallets")
    .set({ withdrawal_address: null, proof_code: sql<string>`default` })
    .where("user_id", "=", id)
    .execute();
  await trx
    .updateTable("deposit_requests")
    .set({ status: "failed", updated_at: now })
    .where("user_id", "=", id)
    .where("status", "=", "pending")
    .execute();
  await endAccess(trx, id, null);
  // What the account shared stays for its 90 days, or closing it would make room for the vote of the next (docs/adr/0039).
  for (const table of [
    "factors",
    "recovery_codes",
    "code_attempts",
    "text_mentions",
    "linked_logins",
    "bookmarks",
    "followed_tags",
    "notifications",
    "idempotency_keys",
    "chat_members",
    "email_verifications",
    "email_changes",
    "security_events",
    "known_programs",
    "trust_uses",
    "allow_lists",
    "allowed_addresses",
    "security_holds",
    "welcomes",
    "tag_proposals",
  ] as const) {
    await trx.deleteFrom(table).where("user_id", "=", id).execute();
  }
}
