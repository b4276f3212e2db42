import { type RawBuilder, sql } from "kysely";

/**
 * Whether the email address of the member of a row of `users` is theirs without doubt. To others nothing is mailed but links that confirm
 * them (docs/adr/0035). Where members needn't confirm theirs, every one is.
 * @param user the row's name in the statement
 */
export function isEmailConfirmed(
  user: string,
  { verifiesEmail }: { readonly verifiesEmail: boolean },
): RawBuilder<boolean> {
  return verifiesEmail ? sql<boolean>`${sql.ref(`${user}.email_verified_at`)} is not null` : sql<boolean>`true`;
}
