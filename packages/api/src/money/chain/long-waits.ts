import { sql } from "kysely";

/** Whether a withdrawal should be paid soon: it waits neither for a limit nor for approval, of which operators are alerted otherwise. */
export const isDueSoon = sql<boolean>`coalesce(waits_for, '') not in ('limit', 'approval')`;
