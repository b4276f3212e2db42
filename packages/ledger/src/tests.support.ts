import { allowUnbacked } from "@bbux/db";
import type { TestDatabase } from "@bbux/db/testing";
import { sql } from "kysely";

/** Allows transfers of the kind `test`, between accounts of any kinds. */
export async function allowTestTransfers({ ownerDb }: Pick<TestDatabase, "ownerDb">): Promise<void> {
  await sql`
    insert into ledger_transfer_kinds (kind, debits, credits)
    select 'test', kinds, kinds from (select array_agg(distinct one) as kinds from ledger_transfer_kinds, unnest(debits || credits) as one) as k`.execute(
    ownerDb,
  );
  await allowUnbacked(ownerDb, { kind: "test", causes: "", reason: "a test" });
}
