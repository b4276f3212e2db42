import type { PostSummary } from "@bbux/contract";
import { LIST_CUT } from "@bbux/contract";
import { IconCheck } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { Avatar } from "../../components/Avatar.tsx";
import { Bounty } from "../../components/Bounty.tsx";
import { TagChip } from "../../components/TagChip.tsx";
import { TimeAgo } from "../../components/TimeAgo.tsx";
import { cutExcerpt, cutParts, cutTitle, type Part, shownTags } from "./cut.ts";
import classes from "./FeedRow.module.css";

/** A post in the feed: counts, title, excerpt, tags, author and time; at the end the bounty, if there is one. */
export function FeedRow({ post }: { post: PostSummary }) {
  const { author, highlight } = post;
  return (
    <li className={classes.row}>
      <article className={classes.grid} aria-labelledby={`post-${post.id}`}>
        <div className={classes.counts}>
          <Count value={post.totalVotes} word="vote" />
          <Count value={post.answerCount} word="answer" accepted={post.acceptedAnswerId !== null} />
        </div>
        <div className={classes.body}>
          <h2 className={classes.title} id={`post-${post.id}`}>
            <Link to="/posts/$postId" params={{ postId: post.id }} title={titleTip(post.title)}>
              {highlight ? <Marked parts={cutParts(highlight.title, LIST_CUT.title)} /> : cutTitle(post.title)}
            </Link>
          </h2>
          <p className={classes.excerpt}>
            {highlight ? <Marked parts={cutParts(highlight.content, LIST_CUT.content)} /> : cutExcerpt(post.content)}
          </p>
          <div className={classes.meta}>
            <Tags tags={post.tags} />
            <span className={classes.by}>
              <Link
                className={`${classes.author} reach`}
                to="/users/$username"
                params={{ username: author.username || post.authorId }}
              >
                <Avatar username={author.username} picture={author.profilePicture} size={18} />
                <span>{author.username}</span>
              </Link>
              <TimeAgo at={post.createdAt} />
            </span>
          </div>
        </div>
        <Bounty reward={post.reward} bountyStatus={post.bountyStatus} bountyExpiresAt={post.bountyExpiresAt} />
      </article>
    </li>
  );
}

/** The whole title on hover, where it is cut. */
function titleTip(title: string): string | undefined {
  return cutTitle(title) === title ? undefined : title;
}

function Count({ value, word, accepted = false }: { value: number; word: string; accepted?: boolean }) {
  return (
    <span className={classes.count} data-accepted={accepted}>
      <b>
        {accepted && <IconCheck size={14} stroke={2.5} aria-hidden />}
        {value.toLocaleString("en").replace("-", "−")}
      </b>{" "}
      {value === 1 ? word : `${word}s`}
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
  // Parts have no identity of their own: their place is it.
  return parts.map((part, index) => {
    const key = `${index}:${part.text}`;
    return part.match ? <mark key={key}>{part.text}</mark> : <span key={key}>{part.text}</span>;
  });
}
