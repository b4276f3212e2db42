import { type RawBuilder, sql } from "kysely";

/** Whether a row `w` of withdrawals is held for its member's security (docs/adr/0040). */
export function isHeldForSecurity(w: string): RawBuilder<boolean> {
  return sql<boolean>`exists (select from payout_hold(${sql.ref(`${w}.id`)}))`;
}
