import { useLatePart } from "../lib/latePart.ts";
import classes from "./Markdown.module.css";
import { lateMarkdown } from "./Prose.loader.ts";
import { StoredMarkdown } from "./StoredMarkdown.tsx";

interface ProseProps {
  readonly content: string;
  /** What the server made of the content; null until it has. */
  readonly html: string | null;
  readonly compact?: boolean;
}

/**
 * A member's text to read. Only one that the server hasn't rendered yet is parsed here; while the parser isn't loaded, it
 * is shown as it was written.
 */
export function Prose({ content, html, compact = false }: ProseProps) {
  const parser = useLatePart(lateMarkdown, html === null);
  if (html !== null) return <StoredMarkdown html={html} compact={compact} />;
  if (parser) return <parser.Markdown content={content} compact={compact} />;
  const className = compact ? `${classes.body} ${classes.compact}` : classes.body;
  return (
    <p className={`${className} ${classes.plain}`} dir="auto">
      {content}
    </p>
  );
}
