import { PAGES, type PagePath } from "@bbux/contract";
import { type HtmlPage, missing, type Sources } from "../page.ts";
import { DOCS, type DocsPages, type DocsPath } from "./docs.ts";
import { feedPage, readFeedAddress } from "./feed.ts";
import { landingPage } from "./landing.ts";
import { postPage } from "./post.ts";
import { memberPostsPage, profilePage } from "./profile.ts";

/** A page that was asked for, and what it is kept under; `make` may ask the database if `asks`. */
export interface FoundPage {
  readonly key: string;
  readonly asks: boolean;
  readonly make: (sources: Sources) => Promise<HtmlPage> | HtmlPage;
}

/** Pages with static words, by path. Those with content of their own come before in {@link findPage}. */
const patterns = Object.keys(PAGES)
  .filter((path): path is PagePath => path in PAGES)
  .map((path) => ({ path, segments: path.split("/").slice(1) }))
  // What is written out wins over what stands for anything: /posts/create is no post.
  .sort((a, b) => variables(a.segments) - variables(b.segments));

function variables(segments: readonly string[]): number {
  return segments.filter((segment) => segment.startsWith("$")).length;
}

interface Match {
  readonly path: PagePath;
  /** What stands in the place of the one that varies. */
  readonly value: string;
}

/** The route of the app that an address belongs to, as its router finds it; null for none. */
export function matchPage(pathname: string): Match | null {
  const segments = segmentsOf(pathname);
  if (!segments) return null;
  for (const { path, segments: pattern } of patterns) {
    if (pattern.length !== segments.length) continue;
    let value = "";
    const fits = pattern.every((part, at) => {
      if (!part.startsWith("$")) return part === segments[at];
      value = segments[at] ?? "";
      return value !== "";
    });
    if (fits) return { path, value };
  }
  return null;
}

/** Decoded; null for what is no text. */
function segmentsOf(pathname: string): string[] | null {
  try {
    return pathname
      .replace(/(?<=.)\/+$/, "")
      .split("/")
      .slice(1)
      .map(decodeURIComponent);
  } catch {
    return null;
  }
}

/** The page at an address. @param query of the address, without the question mark */
export function findPage(pathname: string, query: string, docs: DocsPages): FoundPage {
  const match = matchPage(pathname);
  if (!match) return { key: "404", asks: false, make: () => missing() };
  const { path, value } = match;
  const asking = (make: FoundPage["make"]): FoundPage => ({ key: `${path} ${value}`, asks: true, make });
  switch (path) {
    case "/":
      return { key: path, asks: false, make: landingPage };
    case "/community":
      return communityPage(query);
    case "/posts/$postId":
      return isId(value) ? asking((sources) => postPage(sources, value)) : nothing;
    case "/posts/$postId/history":
      return isId(value) ? asking((sources) => historyPage(sources, value)) : nothing;
    case "/users/$username":
    case "/$username":
      return isName(value) ? asking((sources) => profilePage(sources, value)) : nothing;
    case "/users/$username/posts":
      return isName(value) ? asking((sources) => memberPostsPage(sources, value)) : nothing;
    case "/docs":
      return { key: path, asks: false, make: () => docs.hub };
    default:
      if (isDocs(path)) return { key: path, asks: false, make: () => docs.of(path) };
      return { key: path, asks: false, make: () => staticPage(path, pathname) };
  }
}

const nothing: FoundPage = { key: "404", asks: false, make: () => missing() };
const isId = (value: string) => /^\d{1,18}$/.test(value);
/** Names and ids have these signs only, so that anything else is not looked up. */
const isName = (value: string) => /^[\p{L}\p{N}_.-]{1,64}$/u.test(value);
const isDocs = (path: PagePath): path is DocsPath => path in DOCS;

function staticPage(path: PagePath, pathname: string): HtmlPage {
  return { status: 200, ...PAGES[path], canonical: pathname, kind: "website", content: null };
}

function communityPage(query: string): FoundPage {
  const address = readFeedAddress(new URLSearchParams(query));
  const path = "/community";
  if (!address) return { key: `${path} ?`, asks: false, make: () => staticPage(path, path) };
  return {
    key: `${path} ${address.page} ${address.tag ?? ""}`,
    asks: true,
    make: (sources) => feedPage(sources, address),
  };
}

/** Versions of what is there are there. */
async function historyPage(sources: Sources, id: string): Promise<HtmlPage> {
  const post = await postPage(sources, id);
  return post.status === 200 ? staticPage("/posts/$postId/history", `/posts/${id}/history`) : post;
}
