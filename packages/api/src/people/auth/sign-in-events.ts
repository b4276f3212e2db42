import type { ProofKind } from "@bbux/contract";
import type { DB } from "@bbux/db";
import { sql, type Transaction } from "kysely";
import type { Context } from "../../platform/context/index.ts";
import { hashSecret } from "../../platform/proofs/index.ts";
import type { Effects } from "../../platform/transactions/index.ts";
import { recordSecurityEvent } from "../notifications/index.ts";

/** What signs in: a browser, which keeps cookies, or a program over the API, which may not. */
export type Client = "browser" | "program";

/**
 * Tells a member of a sign-in with an unknown device, and of a used recovery code. A browser is known by the cookie of an earlier sign-in
 * (docs/adr/0034); a program also by its user agent and network, if it has signed in to this account before. An account's first hour is
 * left out, because its owner signs in with each device for the first time then.
 * @returns whether there was something to tell
 */
export async function tellOfSignIn(
  trx: Transaction<DB>,
  effects: Effects,
  ctx: Context,
  signIn: {
    readonly member: string;
    readonly client: Client;
    /** By its cookie. */
    readonly isKnown: boolean;
    readonly factor: ProofKind | null;
  },
): Promise<boolean> {
  const { member, client, isKnown, factor } = signIn;
  const at = ctx.now();
  // Noted either way, so that a program that is known by a cookie now is known without it, too.
  const isNewProgram = client === "program" && (await noteProgram(trx, ctx, member));
  const isNew = !isKnown && (client === "browser" || isNewProgram) && !(await isFirstHour(trx, member));
  if (isNew) await recordSecurityEvent(trx, effects, { member, kind: "signed_in", from: ctx, at });
  const usedCode = factor === "recovery_code";
  if (usedCode) await recordSecurityEvent(trx, effects, { member, kind: "recovery_code_used", from: ctx, at });
  return isNew || usedCode;
}

/** Remembers a program's user agent and network. @returns whether they are new; of two at the same time, one is */
async function noteProgram(trx: Transaction<DB>, { subnet, userAgent }: Context, member: string): Promise<boolean> {
  const hash = hashSecret(`${subnet}\n${userAgent ?? ""}`);
  const { rows } = await sql`
    insert into known_programs (user_id, program_hash) values (${member}, ${hash})
    on conflict do nothing returning user_id`.execute(trx);
  if (rows.length > 0) return true;
  await sql`
    update known_programs set seen_at = clock_timestamp() where user_id = ${member} and program_hash = ${hash}`.execute(
    trx,
  );
  return false;
}

async function isFirstHour(trx: Transaction<DB>, member: string): Promise<boolean> {
  const { rows } = await sql`
    select from users where id = ${member} and created_at > clock_timestamp() - interval '1 hour'`.execute(trx);
  return rows.length > 0;
}
