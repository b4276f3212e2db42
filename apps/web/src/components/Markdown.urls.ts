const LINK_PROTOCOLS = new Set(["http:", "https:", "mailto:"]);

/** Browsers skip control characters and spaces when they read a scheme (`java\nscript:`), so none is accepted. */
const HIDDEN = /[\p{Cc}\p{Cf}\p{Z}\\]/u;

function protocolOf(url: string): string | null {
  return !HIDDEN.test(url) && URL.canParse(url) ? new URL(url).protocol : null;
}

/** A post here, or one of its answers: imported comments say in this way which answer they are about. */
const OWN_PAGE = /^\/posts\/\d{1,19}(#answer-\d{1,19})?$/;

/** An address a member may link to: http(s), mailto, or a post here. Anything else (`null`) is shown as plain text. */
export function safeHref(url: string): string | null {
  if (OWN_PAGE.test(url)) return url;
  const protocol = protocolOf(url);
  return protocol !== null && LINK_PROTOCOLS.has(protocol) ? url : null;
}

/** An address a picture may come from: https, or an upload of ours; else `null`. */
export function safeImage(url: string): string | null {
  if (/^\/uploads\/[\w-][\w./-]*$/.test(url) && !url.includes("..")) return url;
  return protocolOf(url) === "https:" ? url : null;
}
