/* The part of GIFs that screens need without a schema. */

/** Searching GIFs through the server. One call to the service asks for no more than `max`. */
export const GIFS = { default: 10, max: 25, picker: 20, rating: "g", query: 50, offset: 4_999 } as const;

/** The service's own picture hosts. GIFs from anywhere else are refused (docs/FAULTS.md, abuse). */
const MEDIA_HOST = /^(?:media\d{0,2}|i)\.giphy\.com$/;

/** Returns whether the address is an https picture on one of the GIF service's own media hosts. */
export function isGifUrl(value: string): boolean {
  if (value.length > 500 || !URL.canParse(value)) return false;
  const { protocol, hostname, port, username, password, href } = new URL(value);
  return (
    protocol === "https:" &&
    MEDIA_HOST.test(hostname) &&
    [port, username, password].every((part) => part === "") &&
    // Refuses what a browser would read differently than it is written, and brackets, which would end a GIF's form.
    href === value &&
    !/[()[\]\s]/.test(value)
  );
}

/** Writes a GIF as it appears in a message: `[GIF: title](url)`. */
export function formatGif(title: string, url: string): string {
  const plain = title.replaceAll(/[[\]()\s]+/g, " ").trim();
  return `[GIF: ${plain || "GIF"}](${url})`;
}

/** Returns the GIF that a message consists of, or null if it isn't one or isn't from a host of the GIF service. */
export function parseGif(content: string): { title: string; url: string } | null {
  const [, title, url] = /^\[GIF: ([^[\]]{1,200})\]\(([^()\s]{1,500})\)$/.exec(content.trim()) ?? [];
  return title !== undefined && url !== undefined && isGifUrl(url) ? { title, url } : null;
}

/** What screens show when searching fails. */
export const GIF_MESSAGES = {
  notConfigured: "GIF API key not configured",
  rateLimited: "GIF search rate limited. Please try again in a moment.",
  denied: "GIF search access denied. Please check your API key.",
  failed: "Failed to search GIFs. Please try again.",
} as const;
