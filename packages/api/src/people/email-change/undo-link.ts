import type { InterfaceLanguage } from "@bbux/contract";
import type { DB } from "@bbux/db";
import { type Kysely, sql } from "kysely";
import type { Services } from "../../platform/context/index.ts";
import { languageOfMember } from "../../platform/language/index.ts";

const NAME = "undo email change";

/** Makes the token of the link that undoes a change of address, for the mail to the address before. It is sealed, so nobody can make one. */
export function undoEmailToken({ vault }: Pick<Services, "vault">, changeId: string): string {
  return vault.seal(changeId, NAME).toString("base64url");
}

/** @returns the id of the change; null if the token isn't ours */
export function readUndoEmailToken({ vault }: Pick<Services, "vault">, token: string): string | null {
  return vault.open(Buffer.from(token, "base64url"), NAME);
}

interface UndoableChange {
  readonly id: string;
  readonly username: string;
  readonly email: string;
  readonly language: InterfaceLanguage;
}

/**
 * Finds the change that its former address can still undo, for someone who asks there for a new password.
 * @returns null if nobody's former address is this one
 */
export async function undoableChange(db: Kysely<DB>, email: string, now: Date): Promise<UndoableChange | null> {
  const { rows } = await sql<Omit<UndoableChange, "language"> & { settings: unknown }>`
    select c.id::text as id, u.username, c.old_email as email, u.settings from email_changes c join users u on u.id = c.user_id
     where lower(c.old_email) = lower(${email}) and c.undo_until > ${now} and c.undone_at is null and u.deleted_at is null
       and lower(u.email) <> lower(${email})
     order by c.confirmed_at limit 1`.execute(db);
  const [row] = rows;
  if (!row) return null;
  const { settings, ...change } = row;
  return { ...change, language: languageOfMember(settings) };
}
