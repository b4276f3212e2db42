import type { Post } from "@bbux/contract";
import { Link } from "@tanstack/react-router";
import { Amount } from "../../components/Amount.tsx";
import { cutTitle, titleTip } from "../../components/cut.ts";
import { useSession } from "../../lib/session.ts";
import { trpc } from "../../lib/trpc.ts";
import classes from "./Answers.module.css";

/** How many are offered. */
const MOST = 3;
/** How many are asked for, because some may be the member's own. */
const ASKED = 10;

/** After an answer: other members' bounties that can still be won, on questions with the same tags. */
export function NextBounties({ post }: { post: Pick<Post, "id" | "tags"> }) {
  const { user } = useSession();
  const { data } = trpc.posts.list.useQuery(
    { tab: "endingSoon", tags: post.tags.join(","), limit: ASKED },
    { staleTime: 60_000, retry: false },
  );
  // Nothing shows before all of it is known, so that it doesn't grow.
  if (!data) return null;
  const posts = data.posts.filter(({ id, authorId }) => id !== post.id && authorId !== user?.id).slice(0, MOST);
  return (
    <section className={classes.next} aria-label="What to do next">
      {posts.length > 0 ? (
        <>
          <p>More open bounties on these topics:</p>
          <ul>
            {posts.map(({ id, title, reward }) => (
              <li key={id}>
                <Link to="/posts/$postId" params={{ postId: id }} dir="auto" title={titleTip(title)}>
                  {cutTitle(title)}
                </Link>
                <Amount value={reward} />
              </li>
            ))}
          </ul>
        </>
      ) : (
        <Link to="/community" search={{ tab: "endingSoon" }}>
          See all open bounties
        </Link>
      )}
    </section>
  );
}
