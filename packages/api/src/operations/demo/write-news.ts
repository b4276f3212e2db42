import { type AnyNotificationKind, formatAmount, levelTitle } from "@bbux/contract";
import { sql } from "kysely";
import { placeOfText } from "../../content/parts/index.ts";
import { stepOf } from "../../content/votes/vote.command.ts";
import { type News, notify, notifyMentioned } from "../../people/notifications/index.ts";
import { type Effects, noEffects } from "../../platform/transactions/index.ts";
import { members } from "./members.ts";
import { ratings } from "./ratings.ts";
import type { CastVote } from "./write-relations.ts";
import type { Milestone } from "./write-reputation.ts";
import { ago, authorOf, type Known, need, type Story, type Trx, type Written } from "./written.ts";

/** Older notifications are already read. */
const READ_DAYS_AGO = 2.5;

interface Item {
  readonly at: Date;
  tell(): Promise<unknown>;
}

/**
 * Notifies members in order through the product's own function, so lines are bundled as usual: older ones are read, the
 * rest are unread.
 */
export async function writeNews(
  trx: Trx,
  known: Known,
  story: Story,
  votes: readonly CastVote[],
  milestones: readonly Milestone[],
  more: readonly News[],
): Promise<void> {
  const signIns = new Set(members.map(({ username }) => need(known.users, username)));
  const strangers = [...known.users.values()].filter((id) => !signIns.has(id));
  // There are no open tabs to signal.
  const effects = noEffects();
  const item = <Kind extends AnyNotificationKind>(news: News<Kind>): Item[] => {
    const to = news.to.filter((id) => signIns.has(id));
    return to.length === 0 ? [] : [{ at: news.at, tell: () => notify(trx, effects, { ...news, to }) }];
  };
  const cutoff = ago(known.now, READ_DAYS_AGO);
  const items = [
    ...story.texts.flatMap((text) => [...item(contribution(story, text)), mentions(trx, effects, text, strangers)]),
    ...story.acceptances.flatMap(({ answer, by, at, won }) => {
      const notice = { to: [answer.authorId], level: 1, url: placeOfText(answer), at };
      const subject = answer.title;
      return won === null
        ? item({ ...notice, kind: "accepted", bundle: `accepted:${answer.id}`, data: { subject, actors: [by] } })
        : item({
            ...notice,
            kind: "bounty_won",
            bundle: `won:${answer.postId}`,
            data: { subject, amount: formatAmount(won) },
          });
    }),
    ...steps(votes, cutoff).flatMap(item),
    ...ratings.flatMap(({ rater, rated, rating, daysAgo }) =>
      item({
        to: [need(known.users, rated)],
        kind: "rating",
        bundle: `rating:${need(known.users, rater)}`,
        data: { rating },
        url: "/profile",
        at: ago(known.now, daysAgo),
      }),
    ),
    ...more.flatMap(item),
    ...milestones.flatMap(({ member, at, points }) =>
      item({
        to: [member],
        kind: "milestone",
        bundle: `milestone:${points}`,
        level: 1,
        url: "/profile/activity",
        at,
        data: { points, title: levelTitle(points) },
      }),
    ),
  ].sort((a, b) => a.at.getTime() - b.at.getTime());

  for (const { tell } of items.filter(({ at }) => at < cutoff)) await tell();
  await sql`update notifications set read_at = created_at + interval '5 hours'`.execute(trx);
  for (const { tell } of items.filter(({ at }) => at >= cutoff)) await tell();
}

/** An answer or comment, for the asker. Nobody is notified about a post. */
function contribution({ texts }: Story, text: Written): News {
  const asker = texts.find(({ id }) => id === text.postId)?.authorId ?? "";
  const kind = text.kind === "answer" ? "answer" : "comment";
  return {
    to: text.kind === "post" || asker === text.authorId ? [] : [asker],
    kind,
    bundle: `${kind}s:${text.postId}`,
    data: { actors: [text.author], subject: text.title },
    url: placeOfText(text),
    at: text.at,
  };
}

function mentions(
  trx: Trx,
  effects: Effects,
  text: Written,
  /** Members without a demo sign-in. */
  notice: readonly string[],
): Item {
  const { content, author, authorId, postId, title, kind: what, at } = text;
  return {
    at,
    tell: () =>
      notifyMentioned(trx, effects, authorOf(authorId, author), {
        content,
        notified: notice,
        what,
        place: postId,
        subject: title,
        url: placeOfText(text),
        at,
      }),
  };
}

/** The last milestone that each text's upvotes reached before the cutoff, and the last one since. */
function steps(votes: readonly CastVote[], cutoff: Date): News<"votes">[] {
  const counted = new Map<string, number>();
  const news = new Map<string, News<"votes">>();
  for (const { on, value, at } of votes) {
    if (value < 0) continue;
    const upvotes = (counted.get(on.id) ?? 0) + 1;
    counted.set(on.id, upvotes);
    if (stepOf(upvotes) !== upvotes) continue;
    news.set(`${on.id} ${at < cutoff}`, {
      to: [on.authorId],
      kind: "votes",
      bundle: `votes:${on.id}`,
      level: upvotes,
      data: { what: on.kind, subject: on.title, upvotes },
      url: placeOfText(on),
      at,
    });
  }
  return [...news.values()];
}
