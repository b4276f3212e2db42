import { AppError, type Services } from "@bbux/api";
import type { Brand } from "@bbux/contract";
import type { Database } from "@bbux/db";

/**
 * The server's HTML version of a page: what every visitor may see, regardless of who asks, so it can be cached and shared.
 */
export interface HtmlPage {
  readonly status: 200 | 404;
  /** Without the platform's name. */
  readonly title: string;
  readonly description: string;
  /** The path of the page's canonical address; null for a page that doesn't exist. */
  readonly canonical: string | null;
  readonly index: boolean;
  /** `og:type`. */
  readonly kind: "website" | "article" | "profile";
  /** Structured data (schema.org). Its addresses need our origin, which is known only when the page is sent. */
  readonly data?: (origin: string, brand: Brand) => readonly object[];
  /** The page's content as safe HTML that we generate; null if there is nothing to read without the app. */
  readonly content: string | null;
  /** Data for the app to show until it has fetched its own. */
  readonly first?: object;
  /** Its columns and its header's width (apps/web/src/styles/first.css). */
  readonly width?: "docs" | "hub" | "landing" | "feed" | "page" | "split";
  readonly feed?: { readonly title: string; readonly path: string };
}

/** Where pages get their data. */
export interface Sources {
  readonly db: Database;
  readonly now: () => Date;
  readonly parameterDefaults: Services["parameterDefaults"];
  /** The platform's. */
  readonly name: string;
  /** Logs what a page goes without. */
  readonly warn: (err: unknown, message: string) => void;
  /** Values that the documentation's text refers to. */
  readonly docs: { readonly support: string; readonly legal: string; readonly source: string };
}

/** A page that doesn't exist; it reveals nothing about what may have been there. */
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

/** Fetches something; null if it doesn't exist for visitors. @throws any other error */
export async function orMissing<T>(asked: Promise<T>): Promise<T | null> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof AppError && error.code === "NOT_FOUND") return null;
    throw error;
  }
}
