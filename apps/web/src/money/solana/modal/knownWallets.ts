import type { ReadyState } from "../connection.ts";

/** A popular wallet, suggested when the browser doesn't have it. */
interface KnownWallet {
  readonly name: string;
  readonly site: string;
  /** Browsers it has an extension for. */
  readonly extension: readonly Engine[];
  /** Opens the page in the app's own browser; absent where there is no such app. */
  readonly inApp?: (page: string, origin: string) => string;
}

type Engine = "chromium" | "firefox" | "safari";

export const KNOWN_WALLETS: readonly KnownWallet[] = [
  {
    name: "Phantom",
    site: "https://phantom.com/download",
    extension: ["chromium", "firefox"],
    inApp: (page, origin) =>
      `https://phantom.app/ul/browse/${encodeURIComponent(page)}?ref=${encodeURIComponent(origin)}`,
  },
  {
    name: "Solflare",
    site: "https://solflare.com/download",
    extension: ["chromium", "firefox"],
    inApp: (page, origin) =>
      `https://solflare.com/ul/v1/browse/${encodeURIComponent(page)}?ref=${encodeURIComponent(origin)}`,
  },
  { name: "Backpack", site: "https://backpack.app/download", extension: ["chromium"] },
];

/** A wallet that the browser doesn't have, and how to get it. */
export interface OfferedWallet {
  readonly name: string;
  readonly readyState: Extract<ReadyState, "NotDetected" | "Unsupported">;
  /** Where to get it or open the page with it; `null` when neither is possible here. */
  readonly link: { readonly href: string; readonly text: string } | null;
}

/**
 * Returns the known wallets that are not among `present` and how to use them here: by an extension, on phones in the
 * wallet app's browser, or not at all.
 */
export function offeredWallets(present: readonly string[], userAgent: string, page: string): OfferedWallet[] {
  const phone = /android|iphone|ipad|ipod/i.test(userAgent);
  const engine = engineOf(userAgent);
  const { origin } = new URL(page);
  return KNOWN_WALLETS.filter(({ name }) => !present.includes(name)).map(({ name, site, extension, inApp }) => {
    if (phone && inApp) {
      return { name, readyState: "NotDetected", link: { href: inApp(page, origin), text: `Open in ${name}` } };
    }
    if (!phone && extension.includes(engine)) {
      return { name, readyState: "NotDetected", link: { href: site, text: "Get it" } };
    }
    return { name, readyState: "Unsupported", link: null };
  });
}

function engineOf(userAgent: string): Engine {
  if (/firefox|fxios/i.test(userAgent)) return "firefox";
  return /chrom(e|ium)|crios|edg/i.test(userAgent) ? "chromium" : "safari";
}
