// Who is established, so that their votes decide about money (docs/adr/0031).
export { isEstablished, isSmallCommunity, standingOf } from "./established.queries.ts";
export { establishedSql } from "./established.sql.ts";
