import { ActionIcon, CopyButton, Tooltip } from "@mantine/core";
import { IconCheck, IconCopy } from "@tabler/icons-react";
import { type ReactNode, startTransition, useEffect, useState } from "react";
import { languageLabel } from "./CodeBlock.languages.ts";
import classes from "./CodeBlock.module.css";

/** Longer code is shown plain: colouring it would hold up the page for nothing. */
const MAX_HIGHLIGHTED = 20_000;

interface Props {
  code: string;
  /** A language of ours, or whatever a fence in Markdown named. */
  language?: string | undefined;
  description?: string | undefined;
}

/** Code with its language, a copy button and its own horizontal scroll. */
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
        // Colours may wait: text and what one presses come first.
        (nodes) => alive && startTransition(() => setColoured({ of: key, nodes })),
        () => undefined, // offline: plain code reads well enough
      );
    return () => {
      alive = false;
    };
  }, [code, language, key]);
  return coloured?.of === key ? coloured.nodes : null;
}
