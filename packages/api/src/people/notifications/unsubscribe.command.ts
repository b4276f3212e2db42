import type { DB } from "@bbux/db";
import { type Kysely, sql } from "kysely";
import type { Services } from "../../platform/context/index.ts";

/** Names the kind of mail, so that a token turns off no other. */
const NAME = "unsubscribe from digests";

/** Makes the token that turns a member's digests off, for the digests themselves. It doesn't expire, and it is sealed, so nobody can make one. */
export function unsubscribeToken({ vault }: Pick<Services, "vault">, member: string): string {
  return vault.seal(member, NAME).toString("base64url");
}

/** @returns the member whose digests it turns off; null if it isn't ours */
export function readUnsubscribeToken({ vault }: Pick<Services, "vault">, token: string): string | null {
  return vault.open(Buffer.from(token, "base64url"), NAME);
}

/** Turns a member's digests off, and no other mail. Repeating it succeeds. */
export async function turnDigestsOff(db: Kysely<DB>, member: string): Promise<void> {
  await sql`
    update users set settings = settings || '{"mail": "off"}'::jsonb
     where id = ${member} and settings ->> 'mail' in ('daily', 'weekly')`.execute(db);
}
