import { isReservedWord, PAGES, type PagePath } from "@bbux/contract";
import { type HtmlPage, missing, type Sources } from "../page.ts";
import { DOCS, type DocsPages, type DocsPath } from "./docs.ts";
import { feedPage, readFeedAddress } from "./feed.ts";
import { landingPage } from "./landing.ts";
import { postPage } from "./post.ts";
import { memberPostsPage, profilePage } from "./profile.ts";

/** A requested page and its cache key; `make` may query the database if `asks`. */
export interface FoundPage {
  readonly key: string;
  readonly asks: boolean;
  readonly make: (sources: Sources) => Promise<HtmlPage> | HtmlPage;
}

/** Pages with static texts, by path. Those with their own content are matched earlier, in {@link findPage}. */
const patterns = Object.keys(PAGES)
  .filter((path): path is PagePath => path in PAGES)
  .map((path) => ({ path, segments: path.split("/").slice(1) }))
  // Literal segments win over variables: /posts/create isn't a post.
  .sort((a, b) => variables(a.segments) - variables(b.segments));

function variables(segments: readonly string[]): number {
  return segments.filter((segment) => segment.startsWith("$")).length;
}

interface Match {
  readonly path: PagePath;
  /** The value of the variable segment. */
  readonly value: string;
}

/** Matches an address to a route of the app like the app's router does; null if none matches. */
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

/** The decoded segments; null if the path can't be decoded. */
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

/** Finds the page at an address. @param query of the address, without the question mark */
export function findPage(pathname: string, query: string, docs: DocsPages): FoundPage {
  const match = matchPage(pathname);
  if (!match) return { key: "404", asks: false, make: () => missing() };
  const { path, value } = match;
  const asking = (make: FoundPage["make"]): FoundPage => ({ key: `${path} ${value}`, asks: true, make });
  switch (path) {
    case "/":
      return asking(landingPage);
    case "/community":
      return communityPage(query);
    case "/posts/$postId":
      return isId(value) ? asking((sources) => postPage(sources, value)) : nothing;
    case "/posts/$postId/history":
      return isId(value) ? asking((sources) => historyPage(sources, value)) : nothing;
    case "/$username":
    case "/users/$username":
      if (path === "/$username" && isReservedWord(value)) return nothing;
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
/** Names and ids contain only these characters, so anything else isn't looked up. */
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

/** The versions of a post exist if the post does. */
async function historyPage(sources: Sources, id: string): Promise<HtmlPage> {
  const post = await postPage(sources, id);
  return post.status === 200 ? staticPage("/posts/$postId/history", `/posts/${id}/history`) : post;
}
