import type { RelatedPost } from "@bbux/contract";
import { IconCheck } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { cutTitle, titleTip } from "../../components/cut.ts";
import { plural } from "../../components/TimeAgo.format.ts";
import { trpc } from "../../lib/trpc.ts";
import { netText } from "../votes/index.ts";
import aside from "./PostAside.module.css";
import classes from "./RelatedPosts.module.css";

/** Shown where members linked the two; similar posts need no label. */
const RELATIONS: Record<RelatedPost["relation"], (answers: string) => string> = {
  linked: (answers) => /* @wc-include */ `linked · ${answers}`,
  duplicate: (answers) => /* @wc-include */ `duplicate · ${answers}`,
  similar: (answers) => answers,
};

/** Related posts. Optional: nothing is shown while there are none, or when loading fails. */
export function RelatedPosts({ postId }: { postId: string }) {
  const found = trpc.posts.related.useQuery({ id: postId }, { staleTime: 300_000, retry: false });
  const posts = found.data?.posts ?? [];
  if (posts.length === 0) return null;
  return (
    <section className={aside.section} aria-labelledby="related" data-noprint>
      <h2 className={aside.heading} id="related">
        Related questions
      </h2>
      <ul className={classes.list}>
        {posts.map((post) => (
          <li key={post.id} className={classes.item}>
            <span className={classes.votes}>
              {netText({ up: post.totalVotes, down: 0 })}
              <span className="visually-hidden"> {plural(Math.abs(post.totalVotes), ["vote", "votes"])}</span>
            </span>
            <Link to="/posts/$postId" params={{ postId: post.id }} dir="auto" title={titleTip(post.title)}>
              {cutTitle(post.title)}
            </Link>
            <span className={classes.facts} data-accepted={post.hasAccepted}>
              {post.hasAccepted && <IconCheck size={14} stroke={2.5} aria-label="Accepted:" />}
              {RELATIONS[post.relation](plural(post.answerCount, ["# answer", "# answers"]))}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
