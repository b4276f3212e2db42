import { type ExportPostsInput, LIMITS } from "@bbux/contract";
import { cellOf } from "../../platform/queries/index.ts";
import { containedMarkdown, escapedMarkdown } from "./export.markdown.ts";
import type { ExportedPost } from "./export.query.ts";

/** Where and when a file was made, as written in it. */
export interface ExportFacts {
  /** `https://bbux.example`, for links. */
  readonly origin: string;
  readonly now: Date;
}

type Format = ExportPostsInput["format"];

export const EXPORT_TYPES: Record<Format, string> = {
  csv: "text/csv; charset=utf-8; header=present",
  json: "application/json; charset=utf-8",
  md: "text/markdown; charset=utf-8",
};

/** Yields the text of a file, one piece per post. */
export async function* exportText(
  format: Format,
  posts: AsyncIterable<ExportedPost>,
  facts: ExportFacts,
): AsyncGenerator<string> {
  const { head, between, one, tail } = writers[format];
  yield head(facts);
  let isFirst = true;
  for await (const post of posts) {
    yield (isFirst ? "" : between) + one(post, `${facts.origin}/posts/${post.id}`);
    isFirst = false;
  }
  yield tail;
}

interface Writer {
  readonly head: (facts: ExportFacts) => string;
  readonly one: (post: ExportedPost, url: string) => string;
  readonly between: string;
  readonly tail: string;
}

type Column = (post: ExportedPost, url: string) => string | number | null;

const columns: Record<string, Column> = {
  id: (post) => post.id,
  url: (_, url) => url,
  title: (post) => post.title,
  author: (post) => post.author.username,
  status: (post) => post.status,
  tags: (post) => post.tags.join(", "),
  createdAt: (post) => post.createdAt,
  editedAt: (post) => post.editedAt,
  answers: (post) => post.answerCount,
  comments: (post) => post.commentCount,
  upvotes: (post) => post.qualityUpvotes,
  downvotes: (post) => post.qualityDownvotes,
  votes: (post) => post.totalVotes,
  bounty: (post) => post.bountyAmount,
  bountyStatus: (post) => post.bountyStatus,
  acceptedAnswerId: (post) => post.acceptedAnswerId,
  content: (post) => post.content,
};

const writers: Record<Format, Writer> = {
  csv: {
    head: () => `${Object.keys(columns).join(",")}\r\n`,
    one: (post, url) =>
      `${Object.values(columns)
        .map((column) => cellOf(column(post, url)))
        .join(",")}\r\n`,
    between: "",
    tail: "",
  },
  json: {
    head: () => "[\n",
    one: ({ ...post }, url) => JSON.stringify({ ...withoutVote(post), url }),
    between: ",\n",
    tail: "\n]\n",
  },
  md: {
    head: ({ origin, now }) =>
      `# Posts\n\nFrom ${escapedMarkdown(origin)}, ${now.toISOString().slice(0, 16).replace("T", " ")} UTC. At most ${LIMITS.exportRows.toLocaleString("en")} are exported.\n`,
    one: markdownOf,
    between: "",
    tail: "",
  },
};

/** A file isn't made for one viewer, so it contains nobody's votes. */
function withoutVote(post: ExportedPost & { userVote?: unknown }): ExportedPost {
  const { userVote: _, ...rest } = post;
  return rest;
}

function markdownOf(post: ExportedPost, url: string): string {
  const counted = (n: number, one: string) => `${n} ${one}${n === 1 ? "" : "s"}`;
  const facts = [
    `by ${escapedMarkdown(post.author.username)}`,
    `${post.createdAt.slice(0, 16).replace("T", " ")} UTC`,
    post.status.toLowerCase(),
    counted(post.totalVotes, "vote"),
    counted(post.answerCount, "answer"),
    ...(post.acceptedAnswerId === null ? [] : ["accepted"]),
    ...(post.bountyAmount > 0 ? [`bounty ${post.bountyAmount} BBUX (${post.bountyStatus.toLowerCase()})`] : []),
  ];
  const tags = post.tags.map(escapedMarkdown).join(", ");
  const code = post.codeBlocks.map(
    ({ language, code, description }) =>
      `${description ? `${escapedMarkdown(description)}\n\n` : ""}${fenced(code, language)}`,
  );
  return [
    "",
    "---",
    "",
    `## [${escapedMarkdown(post.title)}](<${url}>)`,
    "",
    `*${facts.join(" · ")}*${tags && `  \nTags: ${tags}`}`,
    "",
    containedMarkdown([post.content, ...code].join("\n\n")),
    "",
  ].join("\n");
}

/** Fences code with more backticks than it contains in a row. */
function fenced(code: string, language: string): string {
  const longest = Math.max(2, ...[...code.matchAll(/`+/g)].map(([ticks]) => ticks.length));
  const fence = "`".repeat(longest + 1);
  return `${fence}${language}\n${code}\n${fence}`;
}
