import type { Post } from "@bbux/contract";
import { hasLeft } from "../../components/author.ts";

/** Returns the names of those who wrote at a post, the latest first: whom a new text there is likely to mention. */
export function namesIn(post: Post): string[] {
  const below = post.answers.flatMap((answer) => [answer, ...answer.comments]);
  const texts = [...below, ...post.comments].sort((a, b) => (a.createdAt < b.createdAt ? 1 : -1));
  const names = [...texts, post].map(({ author }) => author.username);
  return [...new Set(names)].filter((name) => !hasLeft(name));
}
