import { isTooCostly } from "@bbux/markdown/guard";
import { mentions } from "@bbux/markdown/mentions";
import { safeHref } from "@bbux/markdown/urls";
import { Link } from "@tanstack/react-router";
import { memo } from "react";
import ReactMarkdown, { type Components } from "react-markdown";
import remarkGfm from "remark-gfm";
import classes from "./MessageText.module.css";

const REL = "nofollow ugc noopener";
/** Chat messages have no headings, tables, pictures or rules; their text is kept. */
const ALLOWED = ["p", "br", "strong", "em", "del", "a", "code", "pre", "ul", "ol", "li", "blockquote"];
const COMPONENTS: Components = {
  a: ({ node, href, children }) => {
    const name = node?.properties["data-mention"];
    if (typeof name === "string") {
      return (
        <Link
          className={classes.mention}
          data-mention={name.toLowerCase()}
          to="/users/$username"
          params={{ username: name }}
        >
          @{name}
        </Link>
      );
    }
    return href ? (
      <a href={href} rel={REL} target={href.startsWith("/") ? undefined : "_blank"}>
        {children}
      </a>
    ) : (
      <span>{children}</span>
    );
  },
  pre: ({ children }) => (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard
    <pre tabIndex={0}>{children}</pre>
  ),
};

/** Turns a picture into a link, because only the GIF search may show pictures, and a heading into a bold line. */
function asTalk() {
  const walk = (node: TalkNode) => {
    for (const child of node.children ?? []) {
      if (child.type === "heading") {
        child.type = "paragraph";
        child.children = [{ type: "strong", children: child.children ?? [] }];
      } else if (child.type === "image") {
        child.type = "link";
        child.children = [{ type: "text", value: child.alt || child.url || "Picture" }];
      }
      walk(child);
    }
  };
  return walk;
}

interface TalkNode {
  type: string;
  value?: string;
  alt?: string | null;
  url?: string;
  children?: TalkNode[];
}

/** Renders a chat message: inline Markdown, code and lists. HTML stays text, and links are safe. */
export const MessageText = memo(function MessageText({ content }: { content: string }) {
  if (isTooCostly(content)) {
    return (
      <p className={`${classes.text} ${classes.plain}`} dir="auto">
        {content}
      </p>
    );
  }
  return (
    <div className={classes.text} dir="auto">
      <ReactMarkdown
        components={COMPONENTS}
        remarkPlugins={[[remarkGfm, { singleTilde: false }], asTalk, mentions]}
        allowedElements={ALLOWED}
        unwrapDisallowed
        urlTransform={(url) => safeHref(url) ?? ownMessage(url)}
      >
        {content}
      </ReactMarkdown>
    </div>
  );
});

/** Links to messages are as safe as links to posts. */
function ownMessage(url: string): string | null {
  return /^\/chat\/[\w-]{1,40}(\?at=\d{1,19})?$/.test(url) ? url : null;
}
