const HTML: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

/** Escapes text for HTML or XML, between tags or in a quoted attribute. Characters that XML can't represent become �. */
export function escaped(text: string): string {
  return text
    .replace(/[&<>"']/g, (sign) => HTML[sign] ?? "")
    .toWellFormed()
    .replace(NO_XML, "\uFFFD");
}

/** Control characters and noncharacters, which neither XML nor HTML text may contain. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const NO_XML = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F\uFFFE\uFFFF]/g;

/**
 * Serializes a value as JSON that is safe inside a script element: nothing in it ends the element or starts a comment, and no
 * line separator counts as the end of a line.
 */
export function scriptJson(value: unknown): string {
  return JSON.stringify(value).replace(
    /[<>&\u2028\u2029]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
