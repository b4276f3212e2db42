import { type Kysely, sql } from "kysely";

/** Solana wallets sign members in, who may then have no password (docs/adr/0044). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table linked_logins (
      id bigint primary key default nextval('ids'),
      user_id bigint not null references users,
      kind text not null check (kind in ('wallet')),
      -- The wallet's address.
      subject text not null check (length(subject) between 32 and 44),
      name text not null check (length(name) between 1 and 60),
      created_at timestamptz not null,
      last_used_at timestamptz,
      constraint linked_logins_subject unique (kind, subject)
    )`.execute(db);
  await sql`create index linked_logins_user on linked_logins (user_id)`.execute(db);
  await sql`grant select, insert, update, delete on linked_logins to bbux_app`.execute(db);
  await sql`alter table sessions drop constraint sessions_proof_check`.execute(db);
  await sql`
    alter table sessions
      add constraint sessions_proof_check check (proof in ('password', 'wallet', 'passkey', 'totp', 'recovery_code'))`.execute(
    db,
  );
  // A freeze knows when it began, so that what a thief added before can go with it.
  await sql`
    alter table security_holds drop constraint security_holds_staff,
      add constraint security_holds_staff
        check (num_nulls(reason, by_admin) = case cause when 'staff_freeze' then 0 else 2 end),
      add constraint security_holds_since
        check (case cause when 'staff_freeze' then since is not null when 'frozen' then true else since is null end)`.execute(
    db,
  );
}
