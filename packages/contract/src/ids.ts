import { z } from "zod";

const MAX_BIGINT = 9_223_372_036_854_775_807n;

/**
 * An id on the wire: a string. What could be no id of ours is still accepted here, so that it is answered as any other
 * unknown id (404), not as a malformed request.
 */
export const id = z.string().min(1).max(64).meta({ description: "Id (a string of digits)", example: "1042" });

/** An id in an answer. */
export const idOut = z.string().meta({ example: "1042" });

/** The id if it could be one of ours, else `null`: a decimal that fits PostgreSQL's bigint. */
export function toDbId(value: string): string | null {
  return /^[1-9]\d{0,18}$/.test(value) && BigInt(value) <= MAX_BIGINT ? value : null;
}

/** A time on the wire: ISO 8601 in UTC (DECISIONS §4). */
export const time = z.string().meta({ format: "date-time", example: "2026-03-01T12:00:00.000Z" });
