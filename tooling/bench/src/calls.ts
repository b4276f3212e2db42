import type { Call } from "./load.ts";
import type { Seeded } from "./seed.ts";

/** One request in the form of each face. */
export interface Faces {
  readonly rest: Call;
  readonly trpc: Call;
}

export interface Scenario {
  readonly name: string;
  /** The requests of one connection. */
  facesOf(connection: number): Faces[];
  /** Whether each call creates something, so that ids and times differ. */
  readonly writes: boolean;
}

const PER_CONNECTION = 200;
const ANSWER = "Reading the plan first helps: the index on the foreign key was missing. ".repeat(4).trim();

/** The three calls, and the feed again as a member sees it, with a session to check. */
export function scenarios({ posts, firstPost, tokens }: Seeded): Scenario[] {
  const bearer = (connection: number) => ({ authorization: `Bearer ${tokens[connection % tokens.length]}` });
  const json = { "content-type": "application/json" };
  const feed: Faces = {
    rest: { method: "GET", path: "/api/posts?page=1&limit=10" },
    trpc: { method: "GET", path: `/api/trpc/posts.list${query({ page: 1, limit: 10 })}` },
  };
  // Strides that share no factor with the usual sizes, so that every connection visits different posts.
  const postOf = (connection: number, n: number) => String(firstPost + ((connection * 7_919 + n * 104_729) % posts));
  const each = <T>(make: (n: number) => T): T[] => Array.from({ length: PER_CONNECTION }, (_, n) => make(n));
  return [
    { name: "feed page", writes: false, facesOf: () => [feed] },
    {
      name: "feed page, signed in",
      writes: false,
      facesOf: (connection) => [
        {
          rest: { ...feed.rest, headers: bearer(connection) },
          trpc: { ...feed.trpc, headers: bearer(connection) },
        },
      ],
    },
    {
      name: "post with answers",
      writes: false,
      facesOf: (connection) =>
        each((n) => {
          const id = postOf(connection, n);
          return {
            rest: { method: "GET", path: `/api/posts/${id}` },
            trpc: { method: "GET", path: `/api/trpc/posts.get${query({ id })}` },
          };
        }),
    },
    {
      name: "posting an answer",
      writes: true,
      facesOf: (connection) =>
        each((n) => {
          const postId = postOf(connection, n);
          const headers = { ...json, ...bearer(connection) };
          return {
            rest: {
              method: "POST",
              path: `/api/posts/${postId}/answers`,
              headers,
              body: JSON.stringify({ content: ANSWER }),
            },
            trpc: {
              method: "POST",
              path: "/api/trpc/answers.create",
              headers,
              body: JSON.stringify({ postId, content: ANSWER }),
            },
          };
        }),
    },
  ];
}

function query(input: object): string {
  return `?input=${encodeURIComponent(JSON.stringify(input))}`;
}
