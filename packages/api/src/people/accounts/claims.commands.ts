import { DAY_MS, email as emailSchema, SESSION } from "@bbux/contract";
import type { DB } from "@bbux/db";
import { sql, type Transaction } from "kysely";
import { audit } from "../../platform/audit-log/audit.command.ts";
import type { Services } from "../../platform/context/index.ts";
import { AppError } from "../../platform/errors/errors.ts";
import { emailTaken, isAddressKept, storeReset } from "../auth/index.ts";
import { isNamed, nobodyNamed } from "./named-member.sql.ts";

type Needs = Pick<Services, "db" | "now">;

/** Of imported accounts, those that nobody has claimed. Claiming sets a password and confirms the address. */
const isUnclaimed = sql<boolean>`(
  password_hash is null and email_verified_at is null and deleted_at is null
  and exists (select from import_map m where m.id = users.id and m.kind in ('user', 'former-member')))`;

export interface ClaimLink {
  readonly username: string;
  /** For the page that sets a new password. */
  readonly token: string;
  readonly expiresAt: Date;
}

/**
 * Gives an imported account the email address of its owner, instead of one it had, and makes the link that claims it: it sets the first
 * password. Earlier links stop working.
 * @throws AppError NOT_FOUND, CONFLICT for an account that isn't imported or is claimed, EMAIL_TAKEN, VALIDATION_ERROR
 */
export async function createClaimLink(
  { db, now }: Needs,
  claim: { readonly member: string; readonly email: string },
): Promise<ClaimLink> {
  const email = emailSchema.parse(claim.email);
  const at = now();
  const expiresAt = new Date(at.getTime() + SESSION.claimDays * DAY_MS);
  return db.transaction().execute(async (trx) => {
    const { rows } = await sql<{ id: string; username: string; unclaimed: boolean }>`
      select id::text as id, username, ${isUnclaimed} as unclaimed from users
       where ${isNamed(claim.member)} and deleted_at is null for no key update`.execute(trx);
    const [member] = rows;
    if (!member) throw nobodyNamed(claim.member);
    if (!member.unclaimed) {
      const message = `${member.username} isn't an imported account that waits for its owner`;
      throw new AppError("CONFLICT", { message });
    }
    if (!(await setAddress(trx, member.id, email, at))) throw emailTaken();
    await audit(trx, { actor: null, action: "CLAIM_OFFERED", subject: member.id, at });
    return { username: member.username, token: await storeReset(trx, member.id, expiresAt), expiresAt };
  });
}

/** A person of a dump, by its id there, and their email address. */
export interface KnownAddress {
  readonly externalId: string;
  readonly email: string;
}

export interface AddressesSet {
  readonly set: number;
  /** Their accounts aren't here, or are claimed. */
  readonly unknown: readonly string[];
  /** Another account has the address. */
  readonly taken: readonly string[];
}

/**
 * Gives imported accounts the email addresses of their owners, who can then claim them by asking for a new password.
 * @param source the site of the dump, as imported
 */
export async function setImportedAddresses(
  { db, now }: Needs,
  source: string,
  known: readonly KnownAddress[],
): Promise<AddressesSet> {
  const [unknown, taken]: [string[], string[]] = [[], []];
  let set = 0;
  for (const { externalId, email } of known) {
    const outcome = await db.transaction().execute(async (trx) => {
      const { rows } = await sql<{ id: string }>`
        select id::text as id from users
         where id = (select id from import_map where source = ${source} and kind = 'user' and external_id = ${externalId})
           and ${isUnclaimed} for no key update`.execute(trx);
      const [member] = rows;
      if (!member) return "unknown";
      const at = now();
      if (!(await setAddress(trx, member.id, email, at))) return "taken";
      await audit(trx, { actor: null, action: "CLAIM_OFFERED", subject: member.id, at });
      return "set";
    });
    if (outcome === "set") set++;
    else (outcome === "taken" ? taken : unknown).push(externalId);
  }
  return { set, unknown, taken };
}

/** @returns false if another account has the address, or can still get it back */
async function setAddress(trx: Transaction<DB>, userId: string, email: string, now: Date): Promise<boolean> {
  if (await isAddressKept(trx, { email, userId, now })) return false;
  const { rows } = await sql`
    update users set email = ${email} where id = ${userId}
       and not exists (select from users other where lower(other.email) = lower(${email}) and other.id <> ${userId})
    returning id`.execute(trx);
  // Whoever had the address before has no part in it.
  if (rows.length > 0) await trx.deleteFrom("password_resets").where("user_id", "=", userId).execute();
  return rows.length > 0;
}
