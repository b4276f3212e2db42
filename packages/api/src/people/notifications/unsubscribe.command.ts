import type { DB } from "@bbux/db";
import { type Kysely, sql } from "kysely";
import type { Services } from "../../platform/context/index.ts";
import { hashSecret } from "../../platform/proofs/index.ts";

/** Names the kind of mail, so that a token turns off no other. */
const NAME = "unsubscribe from digests";

/**
 * Makes the token that turns a member's digests off, for the digests themselves. It is sealed, so nobody can make one, and works for as
 * long as the member has the address that it was mailed to.
 */
export function unsubscribeToken(
  { vault }: Pick<Services, "vault">,
  { memberId, email }: { readonly memberId: string; readonly email: string },
): string {
  return vault.seal(`${memberId} ${hashOf(email)}`, NAME).toString("base64url");
}

/** A hash, so that links stay short. */
const hashOf = (email: string) => hashSecret(email.toLowerCase()).toString("base64url");

/** @returns the member whose digests it turns off; null if it isn't ours, or was mailed to an address that the member no longer has */
export async function readUnsubscribeToken(
  { db, vault }: Pick<Services, "db" | "vault">,
  token: string,
): Promise<string | null> {
  const [member, mailedTo] = vault.open(Buffer.from(token, "base64url"), NAME)?.split(" ") ?? [];
  if (member === undefined || mailedTo === undefined) return null;
  const row = await db.selectFrom("users").select("email").where("id", "=", member).executeTakeFirst();
  return row?.email && mailedTo === hashOf(row.email) ? member : null;
}

/** Turns a member's digests off, and no other mail. Repeating it succeeds. */
export async function turnDigestsOff(db: Kysely<DB>, member: string): Promise<void> {
  await sql`
    update users set settings = settings || '{"mail": "off"}'::jsonb
     where id = ${member} and settings ->> 'mail' in ('daily', 'weekly')`.execute(db);
}
