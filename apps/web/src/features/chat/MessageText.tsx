import { Link } from "@tanstack/react-router";
import { memo } from "react";
import ReactMarkdown, { type Components } from "react-markdown";
import remarkGfm from "remark-gfm";
import { isTooCostly } from "../../components/Markdown.guard.ts";
import { mentions } from "../../components/Markdown.mentions.ts";
import { safeHref } from "../../components/Markdown.urls.ts";
import classes from "./MessageText.module.css";

const REL = "nofollow ugc noopener";
/** A talk has no headings, tables, pictures or rules: what was written so is shown as its words. */
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

/** A picture is a link to it: what is shown comes from the GIF search only. And a heading is a line in bold. */
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

/** What somebody says in the chat: Markdown within a line, code, lists; HTML in it stays text, and links are safe ones. */
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

/** A link to a message here is as good as one to a post. */
function ownMessage(url: string): string | null {
  return /^\/chat\/[\w-]{1,40}(\?at=\d{1,19})?$/.test(url) ? url : null;
}
