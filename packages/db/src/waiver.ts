import { sql } from "kysely";
import { connect, type Database } from "./connect.ts";

/** Transfers that may be posted although nothing backs them: those of this kind whose cause begins with `causes`. */
export interface Waiver {
  /** All kinds if it is left out. */
  readonly kind?: string;
  readonly causes: string;
  readonly reason: string;
}

/** Allows unbacked transfers in a database for tests or measurements (docs/adr/0003-the-database-keeps-the-books.md). @param owner the app's role is refused */
export async function allowUnbacked(owner: Database, { kind, causes, reason }: Waiver): Promise<void> {
  await sql`
    insert into ledger_waivers (kind, causes, reason)
    select kind, ${causes}, ${reason} from ledger_transfer_kinds where kind = coalesce(${kind ?? null}, kind)
    on conflict do nothing`.execute(owner);
}

/** Allows unbacked transfers in the database at `url` while `work` runs, and for nothing after it, whether it succeeds or fails. */
export async function withUnbacked<T>(url: string, waiver: Waiver, work: () => Promise<T>): Promise<T> {
  const owner = connect({ url, as: "owner", max: 1 });
  try {
    await allowUnbacked(owner, waiver);
    return await work();
  } finally {
    try {
      await sql`delete from ledger_waivers where causes = ${waiver.causes}`.execute(owner);
    } finally {
      await owner.destroy();
    }
  }
}
