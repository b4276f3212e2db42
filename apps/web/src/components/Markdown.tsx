import { isTooCostly } from "@bbux/markdown/guard";
import { mentions } from "@bbux/markdown/mentions";
import { safeHref, safeImage } from "@bbux/markdown/urls";
import { Component, type ReactNode, useId } from "react";
import ReactMarkdown from "react-markdown";
import remarkGfm from "remark-gfm";
import { elements } from "./Markdown.elements.tsx";
import { useMath } from "./Markdown.loader.ts";
import classes from "./Markdown.module.css";

/**
 * Renders members' text as Markdown with formulas and code, in the browser: for previews, and for what the server hasn't
 * rendered yet (`Prose` decides). Safe by construction: HTML stays text, links are absolute
 * http(s) or mailto, pictures are https or our uploads, and every other address is dropped.
 */
export function Markdown({ content, compact = false }: { content: string; compact?: boolean }) {
  const math = useMath(content);
  const prefix = `${useId()}-`;
  const className = compact ? `${classes.body} ${classes.compact}` : classes.body;
  if (isTooCostly(content))
    return (
      <p className={`${className} ${classes.plain}`} dir="auto">
        {content}
      </p>
    );
  return (
    <div className={className} dir="auto">
      <PlainOnFailure key={content} content={content}>
        <ReactMarkdown
          components={elements}
          remarkPlugins={[remarkGfm, ...(math?.remark ?? []), mentions]}
          rehypePlugins={math?.rehype ?? []}
          // Keeps the footnote ids of two texts on one page apart.
          remarkRehypeOptions={{ clobberPrefix: prefix }}
          urlTransform={(url, key) => {
            if (key === "src") return safeImage(url);
            return key === "href" && url.startsWith(`#${encodeURI(prefix)}`) ? url : safeHref(url);
          }}
        >
          {content}
        </ReactMarkdown>
      </PlainOnFailure>
    </div>
  );
}

/** Shows text that crashes the renderer as written, so that it doesn't take the page down. */
class PlainOnFailure extends Component<{ content: string; children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render() {
    return this.state.failed ? <p className={classes.plain}>{this.props.content}</p> : this.props.children;
  }
}
