import type { Database } from "@bbux/db";

/**
 * Reads, and if something isn't there, at the primary once more: a visitor may have its address from a server that is further.
 * @param places the request's `reads`, and the primary
 * @param isMissing whether what was read says so; a refusal NOT_FOUND always does
 */
export async function readTwice<T>(
  { reads, db }: { readonly reads: Database; readonly db: Database },
  read: (from: Database) => Promise<T>,
  isMissing: (found: T) => boolean = () => false,
): Promise<T> {
  if (reads === db) return read(db);
  try {
    const found = await read(reads);
    if (!isMissing(found)) return found;
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "NOT_FOUND")) throw error;
  }
  return read(db);
}
