import { type Kysely, sql } from "kysely";

/** Members can change their email address; the address before can undo it for 7 days (docs/adr/0042). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table email_changes (
      id bigint primary key default nextval('ids'),
      user_id bigint not null references users,
      old_email text not null check (length(old_email) <= 254),
      new_email text not null check (length(new_email) <= 254),
      -- Of the link that confirms it, mailed to the new address.
      token_hash bytea not null unique,
      expires_at timestamptz not null,
      confirmed_at timestamptz,
      -- Set when it is confirmed, if the old address was confirmed, too.
      undo_until timestamptz,
      undone_at timestamptz
    )`.execute(db);
  // A member has one change at a time that isn't confirmed.
  await sql`create unique index email_changes_open on email_changes (user_id) where confirmed_at is null`.execute(db);
  await sql`create index email_changes_of_member on email_changes (user_id, confirmed_at)`.execute(db);
  await sql`
    create index email_changes_kept on email_changes (lower(old_email)) where undo_until is not null and undone_at is null`.execute(
    db,
  );
  await sql`grant select, insert, update, delete on email_changes to bbux_app`.execute(db);
  // Where the mail about an event goes, if not to the member's present address.
  await sql`alter table security_events add column mail_to text`.execute(db);
}
