import { Fragment } from "react";
import ReactMarkdown from "react-markdown";
import { useMath } from "./Markdown.loader.ts";

/** A formula in a line of text; a closing dollar before a digit is money. */
const FORMULA = /(\$[^$]+\$)(?!\d)/;

/** A title: plain text, not Markdown, but with its formulas set. */
export function MarkdownTitle({ title }: { title: string }) {
  const math = useMath(title);
  if (!math) return title;
  return title.split(FORMULA).map((part, index) => {
    const key = `${index}:${part}`;
    if (!(part.length > 2 && part.startsWith("$") && part.endsWith("$"))) return <Fragment key={key}>{part}</Fragment>;
    return (
      <ReactMarkdown
        key={key}
        components={{ p: Fragment }}
        remarkPlugins={math.remark}
        rehypePlugins={math.rehype}
        // Only formulas: a title has no links, pictures or code.
        allowedElements={["p", "code", "span"]}
      >
        {part}
      </ReactMarkdown>
    );
  });
}
