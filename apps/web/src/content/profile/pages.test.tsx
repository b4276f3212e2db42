import {
  type Bookmark,
  bookmark,
  type PostSummary,
  PROFILE_FIELDS,
  type PublicUser,
  postSummary,
  publicUser,
} from "@bbux/contract";
import { MantineProvider } from "@mantine/core";
import type { ComponentType, ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it, vi } from "vitest";
import { Route as Short } from "../../routes/$username.tsx";
import { Route as Long } from "../../routes/users/$username/index.tsx";
import { BookmarksPage } from "./BookmarksPage.tsx";
import { Counts } from "./Counts.tsx";
import { NoBookmarks } from "./NoBookmarks.tsx";
import { OwnPosts } from "./OwnPosts.tsx";
import { UserPosts } from "./UserPosts.tsx";

const CREATED = "2026-03-01T12:00:00.000Z";
const member: PublicUser = publicUser.parse({
  ...Object.fromEntries(PROFILE_FIELDS.map((name) => [name, null])),
  profile: Object.fromEntries(PROFILE_FIELDS.map((name) => [name, null])),
  id: "7",
  username: "zoe",
  email: null,
  solanaAddress: null,
  role: "user",
  avatar: null,
  createdAt: "2024-11-15T12:00:00.000Z",
  updatedAt: CREATED,
  reputationPoints: 512,
  reputation: 512,
  integrityScore: 8,
  totalRatings: 3,
  postCount: 23,
  answerCount: 0,
  acceptedCount: 0,
  posts: [],
  reputationHistory: [],
  activityCount: 0,
  bookmarks: [],
  bookmarkCount: 0,
});
/** More than two pages, the latest first. */
const posts: PostSummary[] = Array.from({ length: 23 }, (_, n) =>
  postSummary.parse({
    id: `${100 - n}`,
    title: `Post ${100 - n}`,
    content: "So",
    type: "question",
    authorId: "7",
    tags: [],
    author: { id: "7", username: "zoe", profilePicture: null },
    authorReputation: 0,
    activeAt: "2026-03-01T12:00:00.000Z",
    codeBlocks: [],
    media: [],
    status: "OPEN",
    reward: 0,
    bountyAmount: 0,
    bountyStatus: "NONE",
    bountyExpiresAt: null,
    createdAt: CREATED,
    editedAt: null,
    answerCount: 0,
    commentCount: 0,
    acceptedAnswerId: null,
    qualityUpvotes: 0,
    qualityDownvotes: 0,
    totalVotes: 0,
    votes: { up: 0, down: 0 },
    userVote: 0,
  }),
);
const bookmarks: Bookmark[] = posts.map((post) => bookmark.parse({ id: post.id, post }));

const server = vi.hoisted(() => ({ posts: [] as unknown[], bookmarks: [] as unknown[], member: null as unknown }));
Object.assign(server, { posts, bookmarks, member });
vi.mock("../../lib/trpc.ts", () => {
  const pageOf = (list: unknown[], page: number, limit: number) => ({
    page,
    limit,
    rows: list.slice((page - 1) * limit, page * limit),
    pagination: { page, limit, total: list.length, pages: Math.ceil(list.length / limit) },
  });
  const answered = (data: unknown) => ({ data, error: null, isPending: false, refetch: () => undefined });
  return {
    trpc: {
      users: {
        get: { useQuery: () => answered(server.member) },
        posts: {
          useQuery: ({ page, limit = 10 }: { page: number; limit?: number }) => {
            const { rows, pagination } = pageOf(server.posts, page, limit);
            return answered({ posts: rows, pagination });
          },
        },
      },
      bookmarks: {
        list: {
          useQuery: ({ page, limit = 10 }: { page: number; limit?: number }) => {
            const { rows, pagination } = pageOf(server.bookmarks, page, limit);
            return answered({ bookmarks: rows, pagination });
          },
        },
      },
    },
    utils: {},
  };
});
vi.mock("../../lib/session.ts", () => ({
  useSession: () => ({ user: null, loading: false }),
  wasSignedIn: () => false,
}));
vi.mock("@tanstack/react-router", () => {
  type To = { children: ReactNode; to: string; search?: (present: object) => { page?: number }; "aria-label"?: string };
  return {
    Link: ({ children, to, search, ...rest }: To) => (
      <a href={search ? `?page=${search({}).page ?? 1}` : to} aria-label={rest["aria-label"]}>
        {children}
      </a>
    ),
    createFileRoute: () => (options: object) => ({ options, useParams: () => ({ username: "zoe" }) }),
  };
});

const html = (node: ReactNode) => renderToStaticMarkup(<MantineProvider>{node}</MantineProvider>);
const text = (markup: string) =>
  markup
    .replace(/<style[\s\S]*?<\/style>/g, "")
    .replace(/<[^>]+>/g, " ")
    .replace(/\s+/g, " ");
/** Follows the link to the next page until there is none. @returns the titles on each page */
function walk(show: (page: number) => ReactNode): string[][] {
  const pages: string[][] = [];
  for (let page: number | null = 1; page !== null; ) {
    const shown = html(show(page));
    pages.push(Array.from(shown.matchAll(/<h2[^>]*>.*?(Post \d+).*?<\/h2>/gs), ([, title = ""]) => title));
    const next: RegExpExecArray | null = /href="\?page=(\d+)" aria-label="Next page"/.exec(shown);
    page = next ? Number(next[1]) : null;
  }
  return pages;
}
const titles = posts.map(({ title }) => title);

describe("the pages of a list", () => {
  it("show each of one's own posts once, the latest first, under All Posts [C2.019]", () => {
    const pages = walk((page) => <OwnPosts username="zoe" page={page} />);
    expect(pages.map((rows) => rows.length)).toEqual([10, 10, 3]);
    expect(pages.flat()).toEqual(titles);
    expect(html(<OwnPosts username="zoe" page={1} />)).toMatch(/<h1[^>]*>All Posts<\/h1>/);
  });

  it("show each of another member's posts once, the latest first [C2.024]", () => {
    const pages = walk((page) => <UserPosts username="zoe" page={page} />);
    expect(pages.map((rows) => rows.length)).toEqual([10, 10, 3]);
    expect(pages.flat()).toEqual(titles);
  });

  it("show each bookmark once, the latest first, under All Bookmarks [C2.020]", () => {
    const pages = walk((page) => <BookmarksPage page={page} action={() => null} />);
    expect(pages.map((rows) => rows.length)).toEqual([12, 11]);
    expect(pages.flat()).toEqual(titles);
    expect(html(<BookmarksPage page={1} action={() => null} />)).toMatch(/<h1[^>]*>All Bookmarks<\/h1>/);
  });
});

describe("a profile", () => {
  const at = ({ options }: { options: { component?: unknown } }) => {
    const View = options.component as ComponentType;
    return html(<View />);
  };

  it("names the member, and the month and year in which they joined [C2.059]", () => {
    expect(text(at(Long))).toContain("zoe Joined November 2024");
  });

  it("is the same view under the short address [C2.023]", () => {
    expect(text(at(Short))).toContain("512 points");
    expect(at(Short)).toBe(at(Long));
  });

  const links = (node: ReactNode) => Array.from(html(node).matchAll(/href="([^"]*)"/g), ([, href]) => href);

  it("links a member's own counts to their lists, but not one of 0, and nobody else's", () => {
    expect(links(<Counts member={{ ...member, bookmarkCount: 2 }} own />)).toEqual([
      "/profile/posts",
      "/profile/bookmarks",
    ]);
    expect(links(<Counts member={member} own />)).toEqual(["/profile/posts"]);
    expect(links(<Counts member={member} own={false} />)).toEqual([]);
  });

  it("leads members without bookmarks to the community, and nobody else [C2.080]", () => {
    expect(links(<NoBookmarks own />)).toEqual(["/community"]);
    expect(links(<NoBookmarks own={false} />)).toEqual([]);
  });
});
