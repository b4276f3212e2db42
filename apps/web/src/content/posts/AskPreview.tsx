import { useDeferredValue } from "react";
import { Markdown } from "../../components/Markdown.tsx";
import { Attached, type PostDraft, withoutPlaceholders } from "../editor/index.ts";
import classes from "./AskPreview.module.css";
import { SimilarQuestions } from "./SimilarQuestions.tsx";

/** A preview of the post, and similar questions that were asked before. */
export function AskPreview({ draft }: { draft: PostDraft }) {
  // Rendering may lag behind typing, which must stay fast.
  const late = useDeferredValue(draft);
  const { title, content } = late;
  const isEmpty = [title, content, ...late.codeBlocks.map(({ code }) => code)].every((text) => text.trim() === "");
  return (
    <div className={classes.preview}>
      <SimilarQuestions title={draft.title} />
      <section aria-label="Preview of your post">
        <h2 className={classes.label}>Preview</h2>
        {isEmpty && late.media.length === 0 ? (
          <p className={classes.nothing}>What you write appears here as others will read it.</p>
        ) : (
          <div className={classes.page}>
            {title.trim() && (
              <p className={classes.title} dir="auto">
                {title}
              </p>
            )}
            <Markdown content={withoutPlaceholders(content)} compact />
            <Attached {...late} />
          </div>
        )}
      </section>
    </div>
  );
}
