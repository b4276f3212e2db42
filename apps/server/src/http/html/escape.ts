const HTML: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

/** Text that stands between tags or in a quoted attribute, of HTML or XML. What XML cannot carry at all becomes �. */
export function escaped(text: string): string {
  return text
    .replace(/[&<>"']/g, (sign) => HTML[sign] ?? "")
    .toWellFormed()
    .replace(NO_XML, "\uFFFD");
}

/** Control characters and non-characters, which neither XML nor HTML text may have. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const NO_XML = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F\uFFFE\uFFFF]/g;

/**
 * A value as JSON that may stand inside a script element: nothing in it ends the element or begins a comment, and no line
 * separator is read as an end of line.
 */
export function scriptJson(value: unknown): string {
  return JSON.stringify(value).replace(
    /[<>&\u2028\u2029]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
