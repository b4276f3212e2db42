/** A named or numbered character reference, which Markdown also reads in addresses. */
const REFERENCE = /&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(colon|sol|bsol|period));/gi;
const NAMED: Readonly<Record<string, string>> = { colon: ":", sol: "/", bsol: "\\", period: "." };
/** An absolute address, one without its scheme in a Markdown link, or what becomes a link as it starts with `www.`. */
const LINK =
  /\bhttps?:[/\\]{2}[^\s<>()[\]"'`]+|[/\\]{2}(?<=\](?:\(|:)\s*<?[/\\]{2})[^\s<>()[\]"']+|\bwww\.[^\s<>()[\]"'`]+/gi;

/**
 * Returns the links to other sites in a text, in its code, too, as readers follow those as well. Links within the site don't count.
 * @param origin of the site; null if it isn't known
 */
export function linksIn(markdown: string, origin: string | null): string[] {
  if (!/[/\\]{2}|www\.|&/i.test(markdown)) return [];
  const plain = markdown
    .replace(REFERENCE, (_, hex?: string, decimal?: string, name?: string) =>
      name ? (NAMED[name.toLowerCase()] ?? "") : characterOf(hex ? Number.parseInt(hex, 16) : Number(decimal)),
    )
    .replace(/\\([:/.])/g, "$1");
  return [...plain.matchAll(LINK)].map(([link]) => link).filter((link) => !isOwn(link, origin));
}

function characterOf(code: number): string {
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : "";
}

function isOwn(link: string, origin: string | null): boolean {
  return origin !== null && (link === origin || link.startsWith(`${origin}/`));
}
