import { REL } from "@bbux/markdown/stored";
import { Link } from "@tanstack/react-router";
import { type ComponentType, isValidElement, type ReactNode, useState } from "react";
import { CodeBlock } from "./CodeBlock.tsx";
import classes from "./Markdown.module.css";
import { LostFile, MemberFile } from "./MemberFile.tsx";

/** The attributes that an element of members' text can have, from either parser. */
export interface ElementProps {
  readonly children?: ReactNode;
  readonly href?: string | undefined;
  readonly src?: string | undefined;
  readonly alt?: string | undefined;
  readonly id?: string | undefined;
  readonly "aria-label"?: string | undefined;
  readonly "aria-describedby"?: string | undefined;
  /** The member that a link mentions. Members can't write attributes, so only our own links have it. */
  readonly "data-mention"?: string | undefined;
}

type Elements = Readonly<
  Record<"a" | "h1" | "h2" | "h3" | "h4" | "h5" | "img" | "pre" | "table", ComponentType<ElementProps>>
>;

/**
 * The elements of members' text. Headings start below the page's own; anything without a safe address becomes plain
 * text.
 */
export const elements: Elements = {
  h1: ({ children }) => <h3>{children}</h3>,
  h2: ({ children }) => <h3>{children}</h3>,
  h3: ({ children }) => <h4>{children}</h4>,
  h4: ({ children }) => <h5>{children}</h5>,
  h5: ({ children }) => <h6>{children}</h6>,
  a: ({ href, children, id, "aria-label": label, "aria-describedby": described, "data-mention": mention }) => {
    if (mention !== undefined) return <Mention name={mention} />;
    return href ? (
      <a href={href} rel={REL} id={id} aria-label={label} aria-describedby={described}>
        {children}
      </a>
    ) : (
      <span>{children}</span>
    );
  },
  img: ({ src, alt }) =>
    src ? (
      <MemberFile key={src} url={src}>
        <Picture src={src} alt={alt ?? ""} />
      </MemberFile>
    ) : (
      <span>{alt}</span>
    ),
  pre: ({ children }) => {
    if (!isValidElement<{ className?: string; children?: ReactNode }>(children)) return null;
    const { className = "", children: code } = children.props;
    const language = className.split(" ").find((name) => name.startsWith("language-"));
    const text = [code].flat().filter((part) => typeof part === "string");
    return <CodeBlock code={text.join("").replace(/\n$/, "")} language={language?.slice("language-".length)} />;
  },
  table: ({ children }) => (
    <section className={classes.scroll} aria-label="Table" tabIndex={-1}>
      <table>{children}</table>
    </section>
  ),
};

function Mention({ name }: { name: string }) {
  return (
    <Link to="/users/$username" params={{ username: name }} dir="ltr" data-member={name}>
      @{name}
    </Link>
  );
}

/** A picture, which becomes a link to its address if it fails to load, unless a moderator removed it. */
function Picture({ src, alt }: { src: string; alt: string }) {
  const [broken, setBroken] = useState(false);
  if (broken) {
    return (
      <LostFile url={src}>
        <a href={src} rel={REL}>
          {alt || "Picture"}
        </a>
      </LostFile>
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
