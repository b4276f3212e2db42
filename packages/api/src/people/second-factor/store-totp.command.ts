import type { DB } from "@bbux/db";
import { type Kysely, sql } from "kysely";
import type { Services } from "../../platform/context/index.ts";
import { sealedAs } from "./require-code.ts";

/** Stores the secret of an authenticator app, encrypted. @param app.confirmedAt null while no code has confirmed it */
export async function storeTotp(
  trx: Kysely<DB>,
  { vault }: Pick<Services, "vault">,
  app: { readonly userId: string; readonly secret: string; readonly confirmedAt: Date | null },
): Promise<void> {
  const { userId, secret, confirmedAt } = app;
  const { rows } = await sql<{ id: string }>`select nextval('ids')::text as id`.execute(trx);
  const id = rows[0]?.id;
  if (id === undefined) throw new Error("There is no id for a factor");
  const sealed = vault.seal(secret, sealedAs(userId, id));
  await trx
    .insertInto("factors")
    .values({ id, user_id: userId, kind: "totp", secret: sealed, confirmed_at: confirmedAt })
    .execute();
}
