const LINK_PROTOCOLS = new Set(["http:", "https:", "mailto:"]);

/** Rejects control characters and spaces, which browsers skip when they read a scheme (`java\nscript:`). */
const HIDDEN = /[\p{Cc}\p{Cf}\p{Z}\\]/u;

function protocolOf(url: string): string | null {
  return !HIDDEN.test(url) && URL.canParse(url) ? new URL(url).protocol : null;
}

/** A post on this site or one of its answers: imported comments refer to answers this way. */
const OWN_PAGE = /^\/posts\/\d{1,19}(#answer-\d{1,19})?$/;

/**
 * Returns an address that a member may link to: http(s), mailto, or a post on this site; `null` for anything else,
 * which is shown as plain text.
 */
export function safeHref(url: string): string | null {
  if (OWN_PAGE.test(url)) return url;
  const protocol = protocolOf(url);
  return protocol !== null && LINK_PROTOCOLS.has(protocol) ? url : null;
}

/** Returns an address that a picture may have: https or one of our uploads; otherwise `null`. */
export function safeImage(url: string): string | null {
  if (/^\/uploads\/[\w-][\w./-]*$/.test(url) && !url.includes("..")) return url;
  return protocolOf(url) === "https:" ? url : null;
}
