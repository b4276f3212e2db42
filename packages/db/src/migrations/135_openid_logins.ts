import { type Kysely, sql } from "kysely";

/** Accounts at OpenID Connect providers sign members in (docs/adr/0046). A subject is unique at its issuer only. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table linked_logins
      add column issuer text check (length(issuer) between 1 and 500),
      -- What the member calls the account there.
      add column label text check (length(label) between 1 and 320),
      drop constraint linked_logins_kind_check,
      drop constraint linked_logins_subject_check,
      drop constraint linked_logins_subject,
      add constraint linked_logins_kind_check check (
        case kind
          when 'wallet' then issuer is null and label is null and length(subject) between 32 and 44
          when 'openid' then issuer is not null and length(subject) between 1 and 255
          else false
        end),
      add constraint linked_logins_subject unique nulls not distinct (kind, subject, issuer)`.execute(db);
  await sql`
    alter table sessions
      drop constraint sessions_proof_check,
      add constraint sessions_proof_check
        check (proof in ('password', 'wallet', 'openid', 'passkey', 'totp', 'recovery_code'))`.execute(db);
}
