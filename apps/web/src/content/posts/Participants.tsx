import type { Participant } from "@bbux/contract";
import { AuthorLink } from "../../components/AuthorLink.tsx";
import { plural } from "../../components/TimeAgo.format.ts";
import { trpc } from "../../lib/trpc.ts";
import { Reputation } from "../../people/members/index.ts";
import classes from "./PostAside.module.css";

/** Who takes part in a post, with their reputation. Optional: nothing is shown when loading fails. */
export function Participants({ postId }: { postId: string }) {
  const { data } = trpc.posts.participants.useQuery({ id: postId }, { staleTime: 60_000, retry: false });
  if (!data || data.participants.length === 0) return null;
  const more = data.total - data.participants.length;
  return (
    <section className={classes.section} aria-labelledby="participants">
      <h2 className={classes.heading} id="participants">
        {plural(data.total, ["# participant", "# participants"])}
      </h2>
      <ul className={classes.people}>
        {data.participants.map((member) => (
          <li key={member.id} className={classes.person}>
            <AuthorLink author={member} authorId={member.id} size={28} />
            <span className={classes.part}>{partOf(member)}</span>
            <span className={classes.points}>
              <Reputation points={member.reputationPoints} />
            </span>
          </li>
        ))}
      </ul>
      {more > 0 && <p className={classes.more}>{plural(more, ["and # more", "and # more"])}</p>}
    </section>
  );
}

function partOf({ isAsker, hasAccepted, answerCount, commentCount }: Participant): string {
  if (isAsker) return "Asked";
  if (hasAccepted) return "Accepted answer";
  if (answerCount > 0) return plural(answerCount, ["# answer", "# answers"]);
  return plural(commentCount, ["# comment", "# comments"]);
}
