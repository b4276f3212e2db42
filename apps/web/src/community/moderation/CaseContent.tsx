import type { FlagCase } from "@bbux/contract";
import { UnstyledButton } from "@mantine/core";
import { IconChevronDown } from "@tabler/icons-react";
import { useId, useState } from "react";
import { Markdown } from "../../components/Markdown.tsx";
import { MediaGrid } from "../../content/editor/index.ts";
import classes from "./Case.module.css";
import { ModeratorFiles } from "./ModeratorFiles.tsx";

interface CaseContentProps {
  readonly excerpt: string;
  /** The full Markdown. */
  readonly content: string;
  readonly media?: FlagCase["target"]["media"];
}

/**
 * The flagged content: an excerpt as plain text, and on request all of it as readers see it, with its pictures and videos, which
 * can be removed.
 */
export function CaseContent({ excerpt, content, media = [] }: CaseContentProps) {
  const [open, setOpen] = useState(false);
  const id = useId();
  if (content.trim() === "" && media.length === 0) return <p className={classes.nothing}>Nothing is written there.</p>;
  // A short plain text has nothing more to show.
  const whole = content.trim() === excerpt.trim() && media.length === 0;
  return (
    <div className={classes.content}>
      {open ? (
        <div id={id} className={classes.whole}>
          <ModeratorFiles>
            <Markdown content={content} />
            <MediaGrid media={media} />
          </ModeratorFiles>
        </div>
      ) : (
        <p className={classes.excerpt} dir="auto">
          {excerpt}
        </p>
      )}
      {!whole && (
        <UnstyledButton
          className={classes.toggle}
          aria-expanded={open}
          aria-controls={open ? id : undefined}
          onClick={() => setOpen(!open)}
        >
          {open ? "Show less" : "Show all of it"}
          <IconChevronDown size={16} aria-hidden data-open={open || undefined} />
        </UnstyledButton>
      )}
    </div>
  );
}
