import type { FlagCase } from "@bbux/contract";
import { useId } from "react";
import { type Act, actsFor, type Judge } from "./actions.ts";
import classes from "./Case.module.css";
import { CaseActions } from "./CaseActions.tsx";
import { CaseContent } from "./CaseContent.tsx";
import { CaseFlags } from "./CaseFlags.tsx";
import { CaseHead } from "./CaseHead.tsx";
import { FlaggedTexts } from "./FlaggedTexts.tsx";
import { Interest } from "./Interest.tsx";
import { caseId } from "./useQueueKeys.ts";

interface CaseItemProps {
  readonly item: FlagCase;
  readonly judge: Judge;
  readonly onAct: (act: Act) => void;
}

/** One flagged item with all its flags and actions. */
export function CaseItem({ item, judge, onAct }: CaseItemProps) {
  const heading = useId();
  const { target, flaggedTexts, flags, flagCount } = item;
  const key = keyOf(target);
  const open = openFlags(item);
  return (
    <article id={caseId(key)} data-case={key} className={classes.case} tabIndex={-1} aria-labelledby={heading}>
      <div className={classes.body}>
        <CaseHead target={target} id={heading} />
        <CaseContent excerpt={target.excerpt} content={target.content} media={target.media} />
        <FlaggedTexts texts={flaggedTexts} />
        <div className={classes.side}>
          <CaseFlags flags={flags} count={flagCount} />
          {open > 0 && target.own && (
            <p className={classes.by}>
              This is about you or an account that counts as yours, so someone else has to decide.
            </p>
          )}
          {open > 0 && !target.own && <Interest target={target} />}
          <CaseActions acts={actsFor(target, open, judge)} target={target} onAct={onAct} />
        </div>
      </div>
    </article>
  );
}

export function keyOf({ type, id }: FlagCase["target"]): string {
  return `${type}-${id}`;
}

/** A case has either all open or all decided flags of an item. */
export function openFlags({ flags, flagCount }: FlagCase): number {
  return flags.some(({ status }) => status === "OPEN") ? flagCount : 0;
}
