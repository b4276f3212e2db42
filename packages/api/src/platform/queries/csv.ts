/**
 * Formats a cell by RFC 4180. A text that a spreadsheet would treat as a formula gets an apostrophe in front, which
 * marks it as text; numbers stay numbers.
 */
export function cellOf(value: string | number | null): string {
  if (value === null) return "";
  if (typeof value === "number") return String(value);
  const inert = /^[\s\uFEFF]*[=+\-@|%\t\r\n\uFF1D\uFF0B\uFF0D\uFF20]/u.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(inert) || inert !== inert.trim() ? `"${inert.replaceAll('"', '""')}"` : inert;
}
