import type { Post } from "@bbux/contract";
import { RewardBadge } from "../../components/Bounty.tsx";
import { CodeBlock } from "../../components/CodeBlock.tsx";
import { MarkdownTitle } from "../../components/MarkdownTitle.tsx";
import { Prose } from "../../components/Prose.tsx";
import { BOUNTY_NOTES, POST_STATUSES } from "../../components/StatusBadge.posts.ts";
import { StatusBadge } from "../../components/StatusBadge.tsx";
import { TagChip } from "../../components/TagChip.tsx";
import { useNow } from "../../components/TimeAgo.clock.ts";
import { BookmarkButton } from "../../people/bookmarks/BookmarkButton.tsx";
import { FlagButton } from "../../people/flags/index.ts";
import { MediaGrid } from "../editor/index.ts";
import { VoteControl } from "../votes/index.ts";
import { BountyBar } from "./BountyBar.tsx";
import { Byline } from "./Byline.tsx";
import { bountyNote } from "./bountyStage.ts";
import entry from "./Entry.module.css";
import { PostActions } from "./PostActions.tsx";
import classes from "./PostArticle.module.css";

interface PostArticleProps {
  readonly post: Post;
  readonly isOwn: boolean;
  readonly onEdit: () => void;
}

/** The post itself: title, status, bounty and content. */
export function PostArticle({ post, isOwn, onEdit }: PostArticleProps) {
  const note = bountyNote(post, useNow());
  return (
    <article className={`${entry.entry} ${classes.article}`} aria-labelledby="post-title" data-post>
      <header className={classes.head}>
        <h1 className={classes.title} id="post-title" dir="auto">
          <MarkdownTitle title={post.title} />
        </h1>
        <div className={classes.line}>
          <StatusBadge {...POST_STATUSES[post.status]} code={post.status} />
          {note && <StatusBadge {...BOUNTY_NOTES[note]} />}
          {/* A bounty's bar, directly below, has its amount and state. */}
          {post.bountyStatus === "NONE" && <RewardBadge reward={post.reward} />}
          <Byline
            author={post.author}
            authorId={post.authorId}
            createdAt={post.createdAt}
            editedAt={post.editedAt}
            verb="asked"
            reputation={post.authorReputation}
            history={post.revisionCount > 1 ? { postId: post.id } : null}
          />
          {isOwn && <PostActions post={post} onEdit={onEdit} />}
        </div>
      </header>
      <div className={entry.side}>
        <VoteControl
          target={{ kind: "post", id: post.id }}
          authorId={post.authorId}
          up={post.qualityUpvotes}
          down={post.qualityDownvotes}
          userVote={post.userVote}
          layout="side"
        />
        <div className={classes.keep}>
          <BookmarkButton postId={post.id} bookmarked={post.bookmarked} />
          <FlagButton target={{ type: "post", id: post.id }} authorId={post.authorId} />
        </div>
      </div>
      <div className={entry.body}>
        <BountyBar post={post} isOwn={isOwn} />
        <Prose content={post.content} html={post.contentHtml} />
        {post.codeBlocks.map((block, index) => {
          const key = `${index}:${block.code.slice(0, 40)}`;
          return <CodeBlock key={key} {...block} />;
        })}
        <MediaGrid media={post.media} />
        {post.tags.length > 0 && (
          <footer className={classes.tags}>
            {post.tags.map((name) => (
              <TagChip key={name} name={name} />
            ))}
          </footer>
        )}
      </div>
    </article>
  );
}
