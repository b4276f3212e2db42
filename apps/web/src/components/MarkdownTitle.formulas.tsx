import { Fragment, type ReactNode } from "react";
import ReactMarkdown from "react-markdown";
import { useMath } from "./Markdown.loader.ts";

/** Matches an inline formula; a closing dollar before a digit is money. */
const FORMULA = /(\$[^$]+\$)(?!\d)/;

/** A title with its formulas rendered. */
export function TitleWithFormulas({ title }: { title: string }) {
  const math = useMath(title);
  if (!math) return title;
  return title.split(FORMULA).map((part, index) => {
    const key = `${index}:${part}`;
    if (!(part.length > 2 && part.startsWith("$") && part.endsWith("$"))) return <Fragment key={key}>{part}</Fragment>;
    return (
      <ReactMarkdown
        key={key}
        components={{ p: Unwrapped }}
        remarkPlugins={math.remark}
        rehypePlugins={math.rehype}
        // Only formulas, because a title has no links, pictures or code.
        allowedElements={["p", "code", "span"]}
      >
        {part}
      </ReactMarkdown>
    );
  });
}

function Unwrapped({ children }: { children?: ReactNode }) {
  return children;
}
