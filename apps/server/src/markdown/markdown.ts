import { join } from "node:path";
import type { RenderText } from "@bbux/api";
import { ChildFailure, createChild } from "../child.ts";
import { type MarkdownJob, type MarkdownResult, markdownResult } from "./markdown.protocol.ts";

const IDLE_MS = 15_000;
/** The process also needs a moment to start. */
const PATIENCE_MS = 10_000;
/** Next to this file in the source, next to the bundle once built. */
const CHILD = join(
  import.meta.dirname,
  import.meta.filename.endsWith(".ts") ? "markdown.child.ts" : "markdown.child.js",
);

/** A text that every healthy process renders. */
const KNOWN = "**fine**";

/**
 * Renders texts in a process of its own; null for one that it doesn't get done with, or whose HTML would be out of proportion.
 * @throws ChildFailure if it renders nothing at all, which says nothing about the text
 */
export function createMarkdown({ file = CHILD, patienceMs = PATIENCE_MS } = {}): RenderText {
  const child = createChild<Omit<MarkdownJob, "id">, MarkdownResult>(markdownResult, {
    name: "texts",
    file,
    patienceMs,
    idleMs: IDLE_MS,
    waiting: 10,
    env: {},
    execArgv: ["--max-old-space-size=256"],
  });
  const once = async (text: string) => (await child.ask({ text })).html;
  return async (text) => {
    try {
      return await once(text);
    } catch (error) {
      if (!(error instanceof ChildFailure)) throw error;
      await once(KNOWN);
      // The process may have been ended for another reason, or the machine may have been too busy to start it.
      return once(text).catch(() => null);
    }
  };
}
