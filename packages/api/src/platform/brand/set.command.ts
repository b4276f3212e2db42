import { createHash } from "node:crypto";
import type { Brand } from "@bbux/contract";
import { BRAND_IMAGE_MESSAGES, BRAND_LIMITS, DAY_MS } from "@bbux/contract";
import type { DB } from "@bbux/db";
import { sql, type Transaction } from "kysely";
import { audit } from "../audit-log/audit.command.ts";
import type { MemberContext, Services } from "../context/index.ts";
import { AppError, invalidField } from "../errors/errors.ts";
import { readBrand, type StoredBrand } from "./brand.queries.ts";

/** The one key of the brand's signals. */
export const BRAND_SIGNAL = "brand";

/**
 * Changes how the platform presents itself, from now on and in every process. Setting what is in force again writes nothing.
 * @throws AppError VALIDATION_ERROR for an image that isn't there
 */
export async function setBrand(
  ctx: Pick<MemberContext, "db" | "signals" | "now" | "viewer">,
  { reason, ...brand }: Brand & { readonly reason: string },
): Promise<StoredBrand> {
  const set = await ctx.db
    .transaction()
    .execute((trx) => setBrandIn(trx, { brand, reason, actor: ctx.viewer.id, at: ctx.now() }));
  ctx.signals.publish("brand", [BRAND_SIGNAL]);
  return set;
}

async function setBrandIn(
  trx: Transaction<DB>,
  { brand, reason, actor, at }: { brand: Brand; reason: string; actor: string; at: Date },
): Promise<StoredBrand> {
  await sql`select pg_advisory_xact_lock(hashtextextended('brand', 0))`.execute(trx);
  const { changedAt, ...previous } = await readBrand(trx);
  const changed = changesOf(previous, brand);
  if (Object.keys(changed).length === 0) return { ...previous, changedAt };
  await requireImage(trx, "logo", brand.logo);
  await requireImage(trx, "favicon", brand.favicon);
  const row = {
    name: brand.name,
    accent_light: brand.accentLight,
    accent_dark: brand.accentDark,
    logo: brand.logo,
    favicon: brand.favicon,
    changed_at: at,
  };
  await trx
    .insertInto("brand")
    .values(row)
    .onConflict((conflict) => conflict.column("id").doUpdateSet(row))
    .execute();
  await audit(trx, { actor, action: "BRAND_CHANGED", reason, at, details: changed });
  await removeUnusedImages(trx, at);
  return { ...brand, changedAt: at };
}

/** What is different, as `{ name: { from, to } }`. */
function changesOf(previous: Brand, next: Brand): Record<string, { from: string | null; to: string | null }> {
  const names = ["name", "accentLight", "accentDark", "logo", "favicon"] as const;
  return Object.fromEntries(
    names
      .filter((name) => previous[name] !== next[name])
      .map((name) => [name, { from: previous[name], to: next[name] }]),
  );
}

async function requireImage(trx: Transaction<DB>, field: "logo" | "favicon", key: string | null): Promise<void> {
  if (key === null) return;
  const { rows } = await sql`select from brand_images where key = ${key}`.execute(trx);
  if (rows.length === 0) throw invalidField(field, "This image is no longer there. Upload it again.");
}

/** Images that were uploaded and not chosen within a day, and those that were replaced. */
async function removeUnusedImages(trx: Transaction<DB>, now: Date): Promise<void> {
  await sql`
    delete from brand_images i where created_at < ${new Date(now.getTime() - DAY_MS)}
      and not exists (select from brand b where b.logo = i.key or b.favicon = i.key)`.execute(trx);
}

/**
 * Stores an image for the brand, which shows it once {@link setBrand} names it.
 * @param bytes a PNG that we wrote
 * @returns its key
 * @throws AppError PAYLOAD_TOO_LARGE
 */
export async function keepBrandImage(ctx: Pick<Services, "db" | "now">, bytes: Buffer): Promise<string> {
  if (bytes.length > BRAND_LIMITS.imageBytes)
    throw new AppError("PAYLOAD_TOO_LARGE", { message: BRAND_IMAGE_MESSAGES.size });
  const key = createHash("sha256").update(bytes).digest("hex").slice(0, 32);
  const at = ctx.now();
  await ctx.db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended('brand', 0))`.execute(trx);
    await removeUnusedImages(trx, at);
    await trx
      .insertInto("brand_images")
      .values({ key, bytes, created_at: at })
      .onConflict((conflict) => conflict.column("key").doNothing())
      .execute();
  });
  return key;
}
