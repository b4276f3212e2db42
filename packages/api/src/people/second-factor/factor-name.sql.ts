import { sql } from "kysely";

/** What its member reads of the second factor `f`. */
export const factorName = sql<string>`
  case f.kind when 'passkey' then 'passkey “' || f.name || '”' else 'authenticator app' end`;
