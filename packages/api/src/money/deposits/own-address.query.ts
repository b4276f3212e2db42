import type { Services } from "../../platform/context/index.ts";

/** Returns the member's own deposit address, as they got it when they signed up. */
export async function ownAddress(db: Services["db"], userId: string): Promise<string> {
  const row = await db.selectFrom("users").select("solana_address").where("id", "=", userId).executeTakeFirstOrThrow();
  return row.solana_address;
}
