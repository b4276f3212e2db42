import type { Revision } from "@bbux/contract";
import { Skeleton } from "@mantine/core";
import { Fragment, type ReactNode, useEffect, useMemo, useState } from "react";
import { languageLabel } from "../../components/CodeBlock.languages.ts";
import { compareIfLoaded, loadCompare } from "./compare.loader.ts";
import { type BlockPair, folded, listChanges, type Part, pairBlocks, touched } from "./compare.ts";
import classes from "./History.module.css";

type Compare = typeof import("./wordDiff.ts")["diffWords"];

/** The changes of an edit, word by word; unchanged parts are left out. */
export function Changes({ before, after }: { before: Revision; after: Revision }) {
  const compare = useCompare();
  const names = touched(before, after);
  if (names.length === 0) return <p className={classes.quiet}>Nothing visible changed.</p>;
  if (compare === "failed") {
    return <p className={classes.quiet}>We couldn't load the comparison. Please check your connection.</p>;
  }
  if (!compare) return <Skeleton height={80} />;
  return (
    <div className={classes.changes}>
      {names.includes("title") && (
        <Field label="Title">
          <Words compare={compare} before={before.title ?? ""} after={after.title ?? ""} />
        </Field>
      )}
      {names.includes("text") && (
        <Field label="Text">
          <Words compare={compare} before={before.content} after={after.content} />
        </Field>
      )}
      {names.includes("code") && (
        <Field label="Code">
          {pairBlocks(before.codeBlocks, after.codeBlocks)
            .filter((pair) => JSON.stringify(pair.before) !== JSON.stringify(pair.after))
            .map((pair, index) => {
              const key = `${index}:${pair.before?.code.slice(0, 20)}`;
              return <Code key={key} compare={compare} pair={pair} />;
            })}
        </Field>
      )}
      {names.includes("tags") && (
        <Field label="Tags">
          <Members parts={listChanges(before.tags, after.tags)} />
        </Field>
      )}
      {names.includes("media") && (
        <Field label="Images and videos">
          <Members
            parts={listChanges(
              before.media.map(({ url }) => url),
              after.media.map(({ url }) => url),
            )}
          />
        </Field>
      )}
    </div>
  );
}

function useCompare(): Compare | "failed" | null {
  const [compare, setCompare] = useState<{ with: Compare | "failed" | null }>(() => ({ with: compareIfLoaded() }));
  useEffect(() => {
    let alive = true;
    loadCompare().then(
      (loaded) => alive && setCompare({ with: loaded }),
      () => alive && setCompare({ with: "failed" }),
    );
    return () => {
      alive = false;
    };
  }, []);
  return compare.with;
}

function Field({ label, children }: { label: string; children: ReactNode }) {
  return (
    <section aria-label={label}>
      <h3 className={classes.label}>{label}</h3>
      {children}
    </section>
  );
}

interface WordsProps {
  readonly compare: Compare;
  readonly before: string;
  readonly after: string;
}

function Words({ compare, before, after }: WordsProps) {
  const parts = useMemo(() => folded(compare(before, after)), [compare, before, after]);
  return (
    <div className={classes.words} dir="auto">
      {parts.map((part, index) => {
        const key = `${index}:${"text" in part ? part.change : "fold"}`;
        return "text" in part ? (
          <Run key={key} {...part} />
        ) : (
          <Folded key={key} text={part.folded} lines={part.lines} />
        );
      })}
    </div>
  );
}

/** Struck through or underlined, not only colored. */
function Run({ text, change }: Part) {
  if (change === "same") return <span>{text}</span>;
  // An added or removed line break is invisible, so it gets a symbol.
  const seen = text.trim() === "" ? text.replace(/\n/g, "¶\n") : text;
  return change === "added" ? <ins>{seen}</ins> : <del>{seen}</del>;
}

function Folded({ text, lines }: { text: string; lines: number }) {
  const [open, setOpen] = useState(false);
  if (open) return <span>{text}</span>;
  return (
    <button className={classes.fold} type="button" onClick={() => setOpen(true)}>
      Show {lines} unchanged lines
    </button>
  );
}

function Code({ compare, pair: { before, after } }: { compare: Compare; pair: BlockPair }) {
  const heads = [before, after].map((block) =>
    block ? [languageLabel(block.language), block.description].filter(Boolean).join(" · ") : null,
  );
  const [was = null, is = null] = heads;
  return (
    <figure className={classes.code}>
      <figcaption>
        {was !== null && was !== is && <del>{was}</del>} {is !== null && (was === is ? is : <ins>{is}</ins>)}
      </figcaption>
      <Words compare={compare} before={before?.code ?? ""} after={after?.code ?? ""} />
    </figure>
  );
}

function Members({ parts }: { parts: readonly Part[] }) {
  return (
    <p className={classes.members}>
      {parts.map((part) => (
        <Fragment key={`${part.change}:${part.text}`}>
          <Run {...part} />{" "}
        </Fragment>
      ))}
    </p>
  );
}
