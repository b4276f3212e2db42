/** Formats a timestamptz for responses. Text for sql.raw; `column` is one of our column names. */
export function isoTime(column: string): string {
  return `to_char(${column} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
}

/** Builds a LIKE pattern for any text that contains this, with pattern characters escaped. */
export function likeOf(part: string): string {
  return `%${part.replace(/[\\%_]/g, "\\$&")}%`;
}
