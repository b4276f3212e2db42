import { AppError } from "@bbux/api";
import type { Database } from "@bbux/db";

/**
 * What the server says of a page in its HTML: what every visitor may see, whoever asks. So it can be kept for a while and
 * given to everybody.
 */
export interface HtmlPage {
  readonly status: 200 | 404;
  /** Without the name of the platform. */
  readonly title: string;
  readonly description: string;
  /** Path of the one address that stands for the page; null for a page that is not there. */
  readonly canonical: string | null;
  readonly index: boolean;
  /** `og:type`. */
  readonly kind: "website" | "article" | "profile";
  /** For machines that read (schema.org). Addresses in it need our origin, which is known when it is sent. */
  readonly data?: (origin: string) => readonly object[];
  /** HTML of the page's content, made by us, safe; null where there is nothing to read without the app. */
  readonly content: string | null;
  readonly feed?: { readonly title: string; readonly path: string };
}

/** What pages are made from. */
export interface Sources {
  readonly db: Database;
  readonly now: () => Date;
  /** What the documentation's texts name. */
  readonly docs: { readonly support: string; readonly legal: string; readonly source: string };
}

/** A page that is not there: nothing of what may have been there is said. */
export function missing(content: string | null = null): HtmlPage {
  return {
    status: 404,
    title: "Not found",
    description: "There is no page at this address. It may have been removed, or the address may be mistyped.",
    canonical: null,
    index: false,
    kind: "website",
    content,
  };
}

/** Asks for something; null where it is not there for visitors. @throws whatever else goes wrong */
export async function orMissing<T>(asked: Promise<T>): Promise<T | null> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof AppError && error.code === "NOT_FOUND") return null;
    throw error;
  }
}
