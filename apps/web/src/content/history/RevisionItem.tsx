import type { Revision } from "@bbux/contract";
import { SegmentedControl } from "@mantine/core";
import { IconChevronDown } from "@tabler/icons-react";
import { useId, useState } from "react";
import { AuthorLink } from "../../components/AuthorLink.tsx";
import { CodeBlock } from "../../components/CodeBlock.tsx";
import { Markdown } from "../../components/Markdown.tsx";
import { TagChip } from "../../components/TagChip.tsx";
import { TimeAgo } from "../../components/TimeAgo.tsx";
import { listAnd } from "../../lib/lists.ts";
import { MediaGrid } from "../editor/index.ts";
import { Changes } from "./Changes.tsx";
import { type Touched, touched } from "./compare.ts";
import classes from "./History.module.css";

interface RevisionItemProps {
  readonly revision: Revision;
  /** The previous version; `undefined` while it is loading, `null` for the first. */
  readonly before: Revision | null | undefined;
  readonly isLatest: boolean;
}

/** A version: author, time and reason; when opened, its changes and full text. */
export function RevisionItem({ revision, before, isLatest }: RevisionItemProps) {
  const [open, setOpen] = useState(isLatest);
  const [view, setView] = useState<"changes" | "text">("changes");
  const id = useId();
  const { number, author, comment, createdAt } = revision;
  const isFirst = number === 1;
  const mark = isFirst ? "As first written" : isLatest ? "As it stands" : null;
  return (
    <li className={classes.item}>
      <div className={classes.head}>
        <h2 className={classes.number}>
          <button
            className={classes.toggle}
            type="button"
            aria-expanded={open}
            aria-controls={id}
            onClick={() => setOpen(!open)}
          >
            <IconChevronDown className={classes.arrow} data-open={open} size={18} aria-hidden />
            Version {number}
          </button>
        </h2>
        {author ? (
          <AuthorLink author={author} authorId={author.id} size={22} />
        ) : (
          <span className={classes.quiet}>Someone without an account</span>
        )}
        <span className={classes.quiet}>
          <TimeAgo at={createdAt} />
        </span>
        {mark && <span className={classes.mark}>{mark}</span>}
      </div>
      <p className={classes.about}>
        {comment && <span className={classes.comment}>“{comment}”</span>}
        {before && <span className={classes.quiet}>{summary(before, revision)}</span>}
      </p>
      <div id={id} hidden={!open}>
        {open && (
          <>
            {!isFirst && (
              <SegmentedControl
                className={classes.view}
                size="xs"
                aria-label={`How to show version ${number}`}
                value={view}
                onChange={(next) => setView(next === "text" ? "text" : "changes")}
                data={[
                  { value: "changes", label: "Changes" },
                  { value: "text", label: "As it read" },
                ]}
              />
            )}
            {view === "changes" && before ? <Changes before={before} after={revision} /> : null}
            {view === "changes" && before === undefined ? (
              <p className={classes.quiet}>Loading the previous version…</p>
            ) : null}
            {isFirst || view === "text" ? <Text revision={revision} /> : null}
          </>
        )}
      </div>
    </li>
  );
}

const WORDS: Readonly<Record<Touched, string>> = {
  title: /* @wc-include */ "title",
  text: /* @wc-include */ "text",
  tags: /* @wc-include */ "tags",
  code: /* @wc-include */ "code",
  media: /* @wc-include */ "media",
};

function summary(before: Revision, after: Revision): string {
  const names = touched(before, after);
  return names.length === 0 ? "No changes" : `Changed ${listAnd(names.map((name) => WORDS[name]))}`;
}

function Text({ revision: { title, content, tags, codeBlocks, media } }: { revision: Revision }) {
  return (
    <div className={classes.text}>
      {title && (
        <p className={classes.title} dir="auto">
          {title}
        </p>
      )}
      <Markdown content={content} />
      {codeBlocks.map((block, index) => {
        const key = `${index}:${block.code.slice(0, 40)}`;
        return <CodeBlock key={key} {...block} />;
      })}
      <MediaGrid media={media} />
      {tags.length > 0 && (
        <div className={classes.tags}>
          {tags.map((name) => (
            <TagChip key={name} name={name} />
          ))}
        </div>
      )}
    </div>
  );
}
