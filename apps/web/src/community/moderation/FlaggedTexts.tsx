import type { FlagCase } from "@bbux/contract";
import { Fragment } from "react";
import { TimeAgo } from "../../components/TimeAgo.tsx";
import classes from "./Case.module.css";
import { CaseContent } from "./CaseContent.tsx";

/** What something said when it was flagged, where its author has changed it since. */
export function FlaggedTexts({ texts }: { texts: FlagCase["flaggedTexts"] }) {
  if (texts.length === 0) return null;
  return (
    <dl className={classes.quote}>
      {texts.map(({ excerpt, content, flaggedAt }) => (
        <Fragment key={content}>
          <dt>
            When it was flagged, <TimeAgo at={flaggedAt} />
          </dt>
          <dd>
            <CaseContent excerpt={excerpt} content={content} />
          </dd>
        </Fragment>
      ))}
    </dl>
  );
}
