/* What the screens need of GIFs without any schema. */

/** Searching GIFs through the server (spec money §7; core §7, §9). The service is asked for no more than `max` at once. */
export const GIFS = { default: 10, max: 25, picker: 20, rating: "g", query: 50, offset: 4_999 } as const;

/** The service's own hosts of pictures. A GIF from anywhere else is none (FAULTS, abuse). */
const MEDIA_HOST = /^(?:media\d{0,2}|i)\.giphy\.com$/;

/** Whether the address leads to a picture on one of the GIF service's own media hosts, by https and nothing else. */
export function isGifUrl(value: string): boolean {
  if (value.length > 500 || !URL.canParse(value)) return false;
  const { protocol, hostname, port, username, password, href } = new URL(value);
  return (
    protocol === "https:" &&
    MEDIA_HOST.test(hostname) &&
    [port, username, password].every((part) => part === "") &&
    // What a browser would read differently from how it is written is refused, and so are brackets, which end a GIF's form.
    href === value &&
    !/[()[\]\s]/.test(value)
  );
}

/** How a GIF stands in a message: `[GIF: title](url)` (spec core §7). */
export function formatGif(title: string, url: string): string {
  const plain = title.replaceAll(/[[\]()\s]+/g, " ").trim();
  return `[GIF: ${plain || "GIF"}](${url})`;
}

/** The GIF that a message consists of, or null when it is none, or none from a host of the GIF service. */
export function parseGif(content: string): { title: string; url: string } | null {
  const [, title, url] = /^\[GIF: ([^[\]]{1,200})\]\(([^()\s]{1,500})\)$/.exec(content.trim()) ?? [];
  return title !== undefined && url !== undefined && isGifUrl(url) ? { title, url } : null;
}

/** What the screens show when searching fails (spec core §8). */
export const GIF_WORDS = {
  notConfigured: "GIF API key not configured",
  rateLimited: "GIF search rate limited. Please try again in a moment.",
  denied: "GIF search access denied. Please check your API key.",
  failed: "Failed to search GIFs. Please try again.",
} as const;
