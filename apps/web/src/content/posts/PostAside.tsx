import type { Post } from "@bbux/contract";
import { AnswerCall } from "./AnswerCall.tsx";
import { BountyTimeline } from "./BountyTimeline.tsx";
import { Participants } from "./Participants.tsx";
import classes from "./PostAside.module.css";
import { RelatedPosts } from "./RelatedPosts.tsx";
import { ShareLinks } from "./ShareLinks.tsx";

/** What is beside a post on wide screens, and below it on others: its bounty's timeline, who takes part, what is related. */
export function PostAside({ post }: { post: Post }) {
  return (
    <aside className={classes.aside} aria-label="About this question" data-noprint>
      <AnswerCall post={post} place="aside" />
      {post.timeline !== null && (
        // On narrow screens the bounty's bar has it.
        <section className={`${classes.section} ${classes.wide}`} aria-labelledby="timeline">
          <h2 className={classes.heading} id="timeline">
            Timeline
          </h2>
          <BountyTimeline timeline={post.timeline} />
        </section>
      )}
      {/* Above the lists, which arrive later. */}
      <ShareLinks postId={post.id} title={post.title} />
      <Participants postId={post.id} />
      <RelatedPosts postId={post.id} />
    </aside>
  );
}
