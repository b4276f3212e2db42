import { ActionIcon, CopyButton, Tooltip } from "@mantine/core";
import { IconCheck, IconCopy } from "@tabler/icons-react";
import { type ReactNode, startTransition, useEffect, useState } from "react";
import { languageLabel } from "./CodeBlock.languages.ts";
import classes from "./CodeBlock.module.css";

/** Longer code stays plain, because highlighting it would block the page. */
const MAX_HIGHLIGHTED = 20_000;

interface Props {
  code: string;
  /** One of our languages, or the name on a Markdown fence. */
  language?: string | undefined;
  description?: string | undefined;
}

/** Code with its language, a copy button and its own horizontal scrolling. */
export function CodeBlock({ code, language, description }: Props) {
  const coloured = useHighlight(code, language);
  const label = languageLabel(language);
  return (
    <figure className={classes.block}>
      <figcaption className={classes.head}>
        <span className={classes.language}>{label}</span>
        {description ? <span className={classes.description}>{description}</span> : null}
        <CopyButton value={code} timeout={2000}>
          {({ copied, copy }) => (
            <Tooltip label={copied ? "Copied" : "Copy code"}>
              <ActionIcon
                className={classes.copy}
                variant="subtle"
                color="gray"
                size="sm"
                aria-label={copied ? "Copied" : "Copy code"}
                onClick={copy}
              >
                {copied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />}
              </ActionIcon>
            </Tooltip>
          )}
        </CopyButton>
      </figcaption>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard */}
      <pre className={classes.pre} tabIndex={0}>
        <code>{coloured ?? code}</code>
      </pre>
    </figure>
  );
}

function useHighlight(code: string, language: string | undefined): ReactNode | null {
  const [coloured, setColoured] = useState<{ of: string; nodes: ReactNode | null }>();
  const key = `${language ?? ""}\n${code}`;
  useEffect(() => {
    if (!language || language === "plaintext" || code.length > MAX_HIGHLIGHTED) return;
    let alive = true;
    import("./CodeBlock.highlight.ts")
      .then(({ highlight }) => highlight(code, language))
      .then(
        // Highlighting may wait: text and controls come first.
        (nodes) => alive && startTransition(() => setColoured({ of: key, nodes })),
        () => undefined, // offline: plain code is readable enough
      );
    return () => {
      alive = false;
    };
  }, [code, language, key]);
  return coloured?.of === key ? coloured.nodes : null;
}
