import { type ChatMessage, parseGif } from "@bbux/contract";
import { Link } from "@tanstack/react-router";
import { memo, type ReactNode } from "react";
import { Avatar } from "../../components/Avatar.tsx";
import { authorName, hasLeft } from "../../components/author.ts";
import { useNow } from "../../components/TimeAgo.clock.ts";
import { exactTime } from "../../components/TimeAgo.format.ts";
import { TimeAgo } from "../../components/TimeAgo.tsx";
import { clockTime, dayName } from "../../lib/days.ts";
import { isOnlyEmoji } from "./emoji.ts";
import { GifPicture } from "./GifPicture.tsx";
import { MessageActions, type MessageDeeds } from "./MessageActions.tsx";
import classes from "./MessageRow.module.css";
import { MessageText } from "./MessageText.tsx";
import type { Row } from "./rows.ts";

interface MessageRowProps {
  readonly row: Extract<Row, { kind: "message" }>;
  readonly own: boolean;
  /** Whether it mentions the reader. */
  readonly calls: boolean;
  /** Whether a link led to this message. */
  readonly target: boolean;
  readonly deeds: MessageDeeds;
}

/** A message, with a date or an unread line above it if there is one, and the author's name where a group begins. */
export const MessageRow = memo(function MessageRow({ row, own, calls, target, deeds }: MessageRowProps) {
  const { message } = row;
  return (
    <RowFrame row={row}>
      <div
        className={classes.row}
        data-head={row.head || undefined}
        data-calls={calls || undefined}
        data-target={target || undefined}
        data-testid="chat-message"
        data-message={message.id}
      >
        <Side row={row} author={message.author} at={message.createdAt} />
        <div className={classes.main}>
          {row.head && <Head author={message.author} at={message.createdAt} />}
          <Content message={message} />
          {message.editedAt && (
            <span className={classes.edited} title={`Edited ${exactTime(message.editedAt)}`}>
              (edited)
            </span>
          )}
        </div>
        <MessageActions message={message} own={own} deeds={deeds} />
      </div>
    </RowFrame>
  );
});

/** The date or line above a row. */
export function RowFrame({ row, children }: { row: Row; children: ReactNode }) {
  return (
    <>
      {row.day && <Day at={row.day} />}
      {row.marked && (
        <p className={classes.marker} data-testid="chat-marker">
          <span>New messages</span>
        </p>
      )}
      {children}
    </>
  );
}

function Day({ at }: { at: string }) {
  const now = useNow();
  const name = dayName(at, now);
  return (
    <p className={classes.day} data-testid="chat-day">
      <span>{name}</span>
    </p>
  );
}

type Author = ChatMessage["author"];

export function Side({ row, author, at }: { row: Row; author: Author; at: string }) {
  if (!row.head) {
    return (
      <time className={classes.clock} dateTime={at} title={exactTime(at)}>
        {clockTime(at)}
      </time>
    );
  }
  const picture = <Avatar username={authorName(author.username)} picture={author.profilePicture} size={32} />;
  if (hasLeft(author.username)) return picture;
  return (
    // The name beside it has the same link, and one tab stop is enough.
    <Link
      className={classes.picture}
      to="/users/$username"
      params={{ username: author.username }}
      tabIndex={-1}
      aria-hidden="true"
    >
      {picture}
    </Link>
  );
}

export function Head({ author, at }: { author: Author; at: string }) {
  return (
    <div className={classes.head}>
      {hasLeft(author.username) ? (
        <span className={classes.gone}>{authorName(author.username)}</span>
      ) : (
        <Link className={classes.name} to="/users/$username" params={{ username: author.username }}>
          {author.username}
        </Link>
      )}
      <span className={classes.time}>
        <TimeAgo at={at} />
      </span>
    </div>
  );
}

export function Content({ message }: { message: Pick<ChatMessage, "content" | "messageType"> }) {
  const gif = message.messageType === "GIF" ? parseGif(message.content) : null;
  if (gif) return <GifPicture url={gif.url} title={gif.title} />;
  if (isOnlyEmoji(message.content)) return <p className={classes.large}>{message.content}</p>;
  return <MessageText content={message.content} />;
}
