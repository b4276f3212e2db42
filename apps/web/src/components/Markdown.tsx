import { Link } from "@tanstack/react-router";
import { Component, type ReactNode, useId, useState } from "react";
import ReactMarkdown, { type Components } from "react-markdown";
import remarkGfm from "remark-gfm";
import { CodeBlock } from "./CodeBlock.tsx";
import { isTooCostly } from "./Markdown.guard.ts";
import { useMath } from "./Markdown.loader.ts";
import { mentions } from "./Markdown.mentions.ts";
import classes from "./Markdown.module.css";
import { safeHref, safeImage } from "./Markdown.urls.ts";

const REL = "nofollow ugc noopener";

/**
 * The elements of members' text. Headings start below the page's own; anything without a safe address becomes plain
 * text.
 */
const components: Components = {
  h1: ({ children }) => <h3>{children}</h3>,
  h2: ({ children }) => <h3>{children}</h3>,
  h3: ({ children }) => <h4>{children}</h4>,
  h4: ({ children }) => <h5>{children}</h5>,
  h5: ({ children }) => <h6>{children}</h6>,
  a: ({ node, href, children, id, "aria-label": label, "aria-describedby": described }) => {
    const name = node?.properties["data-mention"];
    if (typeof name === "string") return <Mention name={name} />;
    return href ? (
      <a href={href} rel={REL} id={id} aria-label={label} aria-describedby={described}>
        {children}
      </a>
    ) : (
      <span>{children}</span>
    );
  },
  img: ({ src, alt }) => (src ? <Picture key={src} src={src} alt={alt ?? ""} /> : <span>{alt}</span>),
  pre: ({ node }) => {
    const code = node?.children[0];
    if (code?.type !== "element") return null;
    const text = code.children.map((child) => (child.type === "text" ? child.value : "")).join("");
    const names = code.properties.className;
    const language = Array.isArray(names) ? names.map(String).find((name) => name.startsWith("language-")) : undefined;
    return <CodeBlock code={text.replace(/\n$/, "")} language={language?.slice("language-".length)} />;
  },
  table: ({ children }) => (
    <section className={classes.scroll} aria-label="Table" tabIndex={-1}>
      <table>{children}</table>
    </section>
  ),
};

function Mention({ name }: { name: string }) {
  return (
    <Link to="/users/$username" params={{ username: name }} dir="ltr">
      @{name}
    </Link>
  );
}

/** A picture, which becomes a link to its address if it fails to load. */
function Picture({ src, alt }: { src: string; alt: string }) {
  const [broken, setBroken] = useState(false);
  if (broken) {
    return (
      <a href={src} rel={REL}>
        {alt || "Picture"}
      </a>
    );
  }
  return (
    <img
      src={src}
      alt={alt}
      loading="lazy"
      decoding="async"
      referrerPolicy="no-referrer"
      onError={() => setBroken(true)}
    />
  );
}

/**
 * Renders members' text as Markdown with formulas and code. Safe by construction: HTML stays text, links are absolute
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
          components={components}
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
