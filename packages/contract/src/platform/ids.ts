import { z } from "zod";

const MAX_BIGINT = 9_223_372_036_854_775_807n;

/**
 * An id as input: a string. A malformed id is accepted here, so it is answered like any unknown id (404), not like a
 * malformed request.
 */
export const id = z.string().min(1).max(64).meta({ description: "Id (a string of digits)", example: "1042" });

/** An id in a response. */
export const idOut = z.string().meta({ example: "1042" });

/** Returns the id if it could be one of ours, else `null`: a decimal that fits PostgreSQL's bigint. */
export function toDbId(value: string): string | null {
  return /^[1-9]\d{0,18}$/.test(value) && BigInt(value) <= MAX_BIGINT ? value : null;
}

/** A time in responses: ISO 8601 in UTC (docs/DECISIONS.md §4). */
export const time = z.string().meta({ format: "date-time", example: "2026-03-01T12:00:00.000Z" });
