import type { listPostsOutput } from "@bbux/contract";
import type { z } from "zod";
import { plural } from "../../components/TimeAgo.format.ts";
import { numberText } from "../../lib/locale.ts";
import classes from "./FeedPage.module.css";
import { type FeedSearch, orderOf, SORT_LABELS, tabOf } from "./feed.search.ts";

type FeedAnswer = z.infer<typeof listPostsOutput>;

/** How many questions there are, in which order unless a tab says it, and what was searched for instead of a typo. */
export function FeedCount({ answer, search }: { answer: FeedAnswer; search: FeedSearch }) {
  const { correctedSearch } = answer;
  return (
    <>
      {correctedSearch !== undefined && (
        <p className={classes.corrected} role="status">
          Showing results for <strong>{correctedSearch}</strong>. Almost nothing matches “{search.search}”.
        </p>
      )}
      <p className={classes.count} role="status">
        {resultText(answer)}
        {tabOf(search) === null && ` · ${SORT_LABELS[orderOf(search)]}`}
      </p>
    </>
  );
}

/** Formats the count: "1 question", "12,345 questions"; for a search with too many results, a lower bound. */
function resultText({ pagination: { total }, totalIsMinimum }: FeedAnswer): string {
  if (totalIsMinimum) return `${numberText(total)}+ questions`;
  return plural(total, ["# question", "# questions"]);
}
