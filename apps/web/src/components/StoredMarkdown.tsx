import { useEffect, useId, useMemo } from "react";
import { loadMathStyles } from "./Markdown.loader.ts";
import classes from "./Markdown.module.css";
import { nodesOf } from "./StoredMarkdown.nodes.tsx";

/** Members' text that the server has rendered, drawn as `Markdown` draws it, but without parsing any Markdown. */
export function StoredMarkdown({ html, compact = false }: { html: string; compact?: boolean }) {
  const prefix = `${useId()}-`;
  const nodes = useMemo(() => nodesOf(html, prefix), [html, prefix]);
  // The route has loaded them already, unless the text came later.
  useEffect(() => void loadMathStyles(html).catch(() => undefined), [html]);
  return (
    <div className={compact ? `${classes.body} ${classes.compact}` : classes.body} dir="auto">
      {nodes}
    </div>
  );
}
