import type { PostSummary } from "@bbux/contract";
import { LIST_CUT } from "@bbux/contract";
import { IconCheck } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { AuthorLink } from "../../components/AuthorLink.tsx";
import { hasLeft } from "../../components/author.ts";
import { cutExcerpt, cutParts, cutTitle, type Part, shownTags, titleTip } from "../../components/cut.ts";
import { TagChip } from "../../components/TagChip.tsx";
import { plural } from "../../components/TimeAgo.format.ts";
import { TimeAgo } from "../../components/TimeAgo.tsx";
import { numberText } from "../../lib/locale.ts";
import { BookmarkButton } from "../../people/bookmarks/BookmarkButton.tsx";
import { VoteControl } from "../votes/index.ts";
import classes from "./FeedRow.module.css";
import { RowBounty } from "./RowBounty.tsx";

interface FeedRowProps {
  readonly post: PostSummary;
  /** Whether the member has bookmarked it; `undefined` until that is known. */
  readonly bookmarked: boolean | undefined;
  /** Whether posts are listed by their latest activity, so that its time is shown instead of the question's. */
  readonly isByActivity?: boolean;
}

/** A post in the feed: votes and answers, title, excerpt, tags, author and time, and the bounty if there is one. */
export function FeedRow({ post, bookmarked, isByActivity = false }: FeedRowProps) {
  const { author, highlight } = post;
  return (
    <li className={classes.row}>
      <article className={classes.grid} aria-labelledby={`post-${post.id}`}>
        <div className={classes.counts}>
          <VoteControl
            target={{ kind: "post", id: post.id }}
            authorId={post.authorId}
            up={post.qualityUpvotes}
            down={post.qualityDownvotes}
            userVote={post.userVote}
            size="sm"
          />
          <AnswerCount count={post.answerCount} accepted={post.acceptedAnswerId !== null} />
        </div>
        <div className={classes.body}>
          <h2 className={classes.title} id={`post-${post.id}`} dir="auto">
            <Link to="/posts/$postId" params={{ postId: post.id }} title={titleTip(post.title)}>
              {highlight ? <Marked parts={cutParts(highlight.title, LIST_CUT.title)} /> : cutTitle(post.title)}
            </Link>
          </h2>
          <p className={classes.excerpt} dir="auto">
            {highlight ? <Marked parts={cutParts(highlight.content, LIST_CUT.content)} /> : cutExcerpt(post.content)}
          </p>
          <div className={classes.meta}>
            {post.tags.length > 0 && <Tags tags={post.tags} />}
            <span className={classes.by}>
              <AuthorLink author={author} authorId={post.authorId} size={20} />
              {!hasLeft(author.username) && <Reputation points={post.authorReputation} />}
              {isByActivity ? (
                <TimeAgo at={post.activeAt} text={(time) => `active ${time}`} />
              ) : (
                <TimeAgo at={post.createdAt} />
              )}
            </span>
            <BookmarkButton postId={post.id} bookmarked={bookmarked} size="sm" />
          </div>
        </div>
        <RowBounty post={post} />
      </article>
    </li>
  );
}

function Reputation({ points }: { points: number }) {
  return (
    <span className={classes.points} title={plural(points, ["# reputation point", "# reputation points"])}>
      <span aria-hidden>{numberText(points, { notation: "compact", maximumFractionDigits: 1 })}</span>
      <span className="visually-hidden">{plural(points, ["# point", "# points"])}</span>
    </span>
  );
}

function AnswerCount({ count, accepted }: { count: number; accepted: boolean }) {
  return (
    <span className={classes.count} data-accepted={accepted}>
      <b>
        {accepted && <IconCheck size={14} stroke={2.5} aria-hidden />}
        {numberText(count)}
      </b>{" "}
      <span className={classes.word}>{plural(count, ["answer", "answers"])}</span>
      {accepted && <span className="visually-hidden">, one accepted</span>}
    </span>
  );
}

function Tags({ tags }: { tags: readonly string[] }) {
  const { shown, more } = shownTags(tags);
  return (
    <span className={classes.tags}>
      {shown.map((name) => (
        <TagChip key={name} name={name} />
      ))}
      {more.length > 0 && (
        <span className={classes.more} title={more.join(", ")}>
          +{more.length}
        </span>
      )}
    </span>
  );
}

function Marked({ parts }: { parts: readonly Part[] }) {
  // Parts have no id, so their index is the key.
  return parts.map((part, index) => {
    const key = `${index}:${part.text}`;
    return part.match ? <mark key={key}>{part.text}</mark> : <span key={key}>{part.text}</span>;
  });
}
