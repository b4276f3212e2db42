import { type Kysely, sql } from "kysely";

/**
 * The keys that took over the signing of checkpoints from the first one, which comes from the platform's seed (docs/adr/0028). What
 * two keys have signed when one took over is published with them.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table checkpoint_keys (
      version integer primary key check (version > 1),
      public_key text not null unique,
      -- The first day whose checkpoint it signs.
      valid_from date not null,
      statement text not null,
      by_previous text not null,
      by_own text not null,
      created_at timestamptz not null
    )`.execute(db);
  await sql`
    create trigger append_only before update or delete or truncate on checkpoint_keys
    for each statement execute function transparency_refuse()`.execute(db);
  await sql`
    create function follow_checkpoint_key() returns trigger language plpgsql as $$
    begin
      if new.version <> 1 + coalesce((select max(version) from checkpoint_keys), 1)
         or exists (select from checkpoint_keys where valid_from > new.valid_from)
         or exists (select from transparency_checkpoints where day >= new.valid_from) then
        raise exception 'the checkpoint key % can''t take over on %', new.version, new.valid_from using errcode = 'LG004';
      end if;
      return new;
    end $$`.execute(db);
  await sql`
    create trigger follows before insert on checkpoint_keys for each row execute function follow_checkpoint_key()`.execute(
    db,
  );
  await sql`grant select, insert on checkpoint_keys to bbux_app`.execute(db);
}
