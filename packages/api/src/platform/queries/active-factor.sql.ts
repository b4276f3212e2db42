import { sql } from "kysely";

/** Whether the row `f` of `factors` is a second factor that counts: it is set up, and not suspended (docs/adr/0036). */
export const isActiveFactor = sql<boolean>`(f.confirmed_at is not null and f.suspended_at is null)`;
