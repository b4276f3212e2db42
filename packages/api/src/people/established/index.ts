// Who is established, so that their votes decide about money (docs/adr/0031).
export { isEstablished, isSmallCommunity } from "./established.queries.ts";
export { establishedSql, standingSql } from "./established.sql.ts";
