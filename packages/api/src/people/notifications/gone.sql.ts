import { type RawBuilder, sql } from "kysely";

/**
 * Returns whether the notification `n` is about a post that a moderator has hidden or its author has removed, and that isn't its
 * reader's own. Its title may be why it was hidden, so it isn't shown until the post is back. The post follows from where the
 * notification leads, or, if that is the page of hidden content, from the answer or comment that was hidden.
 */
export function isGone(): RawBuilder<boolean> {
  return sql`exists (
    select from posts gone where gone.deleted_at is not null and gone.author_id <> n.user_id and gone.id = case
      when n.data ->> 'url' ~ '^/posts/[0-9]{1,18}($|[#?])' then substring(n.data ->> 'url' from '^/posts/([0-9]+)')::bigint
      when n.data ->> 'url' ~ '^/refund-requests/[0-9]{1,18}$' then (
        select r.post_id from refund_requests r
        where r.id = substring(n.data ->> 'url' from '^/refund-requests/([0-9]+)')::bigint)
      when n.bundle_key ~ '^moderation:[0-9]{1,18}:' then (
        select a.post_id from answers a where a.id = split_part(n.bundle_key, ':', 2)::bigint
        union all
        select c.post_id from comments c where c.id = split_part(n.bundle_key, ':', 2)::bigint)
    end)`;
}
