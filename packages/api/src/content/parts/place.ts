export interface Place {
  readonly kind: "post" | "answer" | "comment";
  readonly id: string;
  readonly postId: string;
  /** Of a comment on an answer. */
  readonly answerId?: string | null | undefined;
}

/** Returns the path where readers find a post, an answer, or a comment, which the web app reads in `posts/anchor.ts`. */
export function placeOfText({ kind, id, postId, answerId }: Place): string {
  if (kind === "post") return `/posts/${postId}`;
  return `/posts/${postId}#${answerId ? `answer-${answerId}-` : ""}${kind}-${id}`;
}
