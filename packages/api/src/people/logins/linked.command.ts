import { LIMITS, type LoginKind } from "@bbux/contract";
import type { DB } from "@bbux/db";
import { type Kysely, sql } from "kysely";
import { AppError } from "../../platform/errors/errors.ts";
import { constraintOf } from "../../platform/queries/index.ts";

/** What signs in: a wallet, by its address, or an account at a provider. */
export interface LoginKey {
  readonly kind: LoginKind;
  /** Of an account at a provider: subjects are unique at their issuer only. */
  readonly issuer: string | null;
  readonly subject: string;
}

/** @returns the id of the member whom it signs in; null for nobody */
export async function ownerOf(db: Kysely<DB>, key: LoginKey): Promise<string | null> {
  const { rows } = await sql<{ user_id: string }>`
    select user_id from linked_logins where ${isKey(key)}`.execute(db);
  return rows[0]?.user_id ?? null;
}

/**
 * Notes that it was used. The member must be locked.
 * @returns false if it isn't, or is no longer, linked to the member
 * @throws AppError WAY_IN_SUSPENDED
 */
export async function noteUse(trx: Kysely<DB>, key: LoginKey, userId: string, at: Date): Promise<boolean> {
  const { rows } = await sql<{ suspended: boolean }>`
    update linked_logins set last_used_at = ${at}
     where ${isKey(key)} and user_id = ${userId}
       and not exists (select from users where id = ${userId} and deleted_at is not null)
    returning suspended_at is not null as suspended`.execute(trx);
  if (rows[0]?.suspended) throw new AppError("WAY_IN_SUSPENDED");
  return rows.length > 0;
}

const isKey = ({ kind, issuer, subject }: LoginKey) =>
  sql<boolean>`kind = ${kind} and issuer is not distinct from ${issuer} and subject = ${subject}`;

/**
 * Links it to the member, whose row must be locked.
 * @param what it is, as refusals say it
 * @returns its id
 * @throws AppError LOGIN_EXISTS, LOGIN_TAKEN, TOO_MANY_LOGINS
 */
export async function linkLogin(
  trx: Kysely<DB>,
  key: LoginKey,
  given: {
    readonly userId: string;
    readonly name: string;
    readonly label: string | null;
    readonly at: Date;
    readonly what: string;
  },
): Promise<string> {
  const { userId, name, label, at, what } = given;
  const known = await trx
    .selectFrom("linked_logins")
    .select(["kind", "issuer", "subject"])
    .where("user_id", "=", userId)
    .execute();
  if (known.some((one) => one.kind === key.kind && one.issuer === key.issuer && one.subject === key.subject)) {
    throw new AppError("LOGIN_EXISTS", { message: `${what} is already linked to your account. Choose another one.` });
  }
  if (known.length >= LIMITS.logins) throw new AppError("TOO_MANY_LOGINS");
  const { id } = await trx
    .insertInto("linked_logins")
    .values({ user_id: userId, ...key, name, label, created_at: at })
    .returning("id")
    .executeTakeFirstOrThrow()
    .catch((error: unknown) => {
      if (constraintOf(error) !== "linked_logins_subject") throw error;
      throw new AppError("LOGIN_TAKEN", { message: `${what} is already linked to another account` });
    });
  return id;
}
