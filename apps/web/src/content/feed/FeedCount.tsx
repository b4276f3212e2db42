import type { listPostsOutput } from "@bbux/contract";
import type { z } from "zod";
import { plural } from "../../components/TimeAgo.format.ts";
import { numberText } from "../../lib/locale.ts";
import classes from "./FeedPage.module.css";
import { type FeedSearch, orderOf, SORT_LABELS } from "./feed.search.ts";

type FeedAnswer = z.infer<typeof listPostsOutput>;

/** How many questions there are and in which order, and what was searched for instead of a typo. */
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
        {resultText(answer)} · {SORT_LABELS[orderOf(search)]}
      </p>
    </>
  );
}

/** Formats the count: "1 question", "12,345 questions"; for a search with too many results, a lower bound. */
function resultText({ pagination: { total }, totalIsMinimum }: FeedAnswer): string {
  if (totalIsMinimum) return `${numberText(total)}+ questions`;
  return plural(total, ["# question", "# questions"]);
}
