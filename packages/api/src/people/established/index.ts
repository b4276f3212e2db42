// Who is established, so that their votes decide about money (docs/adr/0031).
export { isEstablished } from "./established.queries.ts";
export {
  type Bar,
  countsAsEstablishedSql,
  establishedSql,
  neededPointsSql,
  smallCommunitySql,
  standingSql,
} from "./established.sql.ts";
export { areTied, NEW_STAFF_HOURS, ownAccounts, tiesAmong } from "./ties.queries.ts";
export { isPublicSql, shareBrowserSql, tiedSql } from "./ties.sql.ts";
