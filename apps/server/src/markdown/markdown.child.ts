import { setPriority } from "node:os";
import { toHtml } from "@bbux/markdown";
import { type MarkdownResult, markdownJob } from "./markdown.protocol.ts";

/*
 * A separate process that renders members' texts: one that is written to keep the parser busy delays nobody, and none has
 * access to the server's secrets.
 */

setPriority(5);
process.on("disconnect", () => process.exit());
process.on("message", (message) => {
  const { id, text } = markdownJob.parse(message);
  process.send?.({ id, html: toHtml(text) } satisfies MarkdownResult);
});
