import { type Brand, DEFAULT_BRAND } from "@bbux/contract";
import type { DB } from "@bbux/db";
import type { Kysely } from "kysely";

/** The brand in force. */
export interface StoredBrand extends Brand {
  /** Null while nobody has changed it. */
  readonly changedAt: Date | null;
}

/** Returns the brand in force; inside a transaction, what is in force there. */
export async function readBrand(db: Kysely<DB>): Promise<StoredBrand> {
  const row = await db
    .selectFrom("brand")
    .select(["name", "accent_light", "accent_dark", "logo", "favicon", "changed_at"])
    .executeTakeFirst();
  if (!row) return { ...DEFAULT_BRAND, changedAt: null };
  return {
    name: row.name,
    accentLight: row.accent_light,
    accentDark: row.accent_dark,
    logo: row.logo,
    favicon: row.favicon,
    changedAt: row.changed_at,
  };
}

/** Returns the brand in force with the bytes of its logo, for what leaves the platform: mails and documents. */
export async function brandWithLogo(db: Kysely<DB>): Promise<{ readonly brand: Brand; readonly logo: Buffer | null }> {
  const brand = await readBrand(db);
  return { brand, logo: brand.logo === null ? null : await brandImage(db, brand.logo) };
}

/** Returns an image of the brand as PNG; null for an unknown key. */
export async function brandImage(db: Kysely<DB>, key: string): Promise<Buffer | null> {
  const row = await db.selectFrom("brand_images").select("bytes").where("key", "=", key).executeTakeFirst();
  return row?.bytes ?? null;
}
