import { type Kysely, sql } from "kysely";

/**
 * How the platform presents itself: one row, once an admin has changed it. Images are here instead of in the storage of uploads, because
 * mails and documents need their bytes, and every process the same ones.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table brand_images (
      key text primary key check (key ~ '^[0-9a-f]{32}$'),
      bytes bytea not null check (octet_length(bytes) between 1 and 2097152),
      created_at timestamptz not null
    )`.execute(db);
  await sql`
    create table brand (
      id boolean primary key default true check (id),
      name text not null check (char_length(name) between 1 and 40),
      accent_light text not null check (accent_light ~ '^#[0-9a-f]{6}$'),
      accent_dark text not null check (accent_dark ~ '^#[0-9a-f]{6}$'),
      logo text references brand_images,
      favicon text references brand_images,
      changed_at timestamptz not null
    )`.execute(db);
  await sql`grant select, insert, update on brand to bbux_app`.execute(db);
  await sql`grant select, insert, delete on brand_images to bbux_app`.execute(db);
}
