import type { Database } from "@bbux/db";
import { memberLinesSql } from "@bbux/ledger";
import { type RawBuilder, sql } from "kysely";
import { isGone } from "../../people/notifications/index.ts";
import { portionsOf, snapshot } from "../../platform/queries/index.ts";
import { TAG_NAMES } from "../parts/index.ts";

/** Rows in memory at a time. */
const PORTION = 100;

type Section = (member: string) => RawBuilder<{ row: object }>;

/**
 * What is stored about a member, section by section, each a statement with one JSON value per row. Who rated them isn't
 * included, nor are secrets (password, tokens).
 */
const sections: Readonly<Record<string, Section>> = {
  posts: (id) => sql<{ row: object }>`
    select to_jsonb(x) as row from (
      select id::text, title, content, type, code_blocks, media, status, bounty_amount::text as bounty_base_units,
        bounty_status, upvotes, downvotes, created_at, edited_at, deleted_at, hidden_at,
        ${sql.raw(TAG_NAMES)} as tags
      from posts p where author_id = ${id} order by created_at, id) x`,
  answers: (id) => sql<{ row: object }>`
    select to_jsonb(x) as row from (
      select id::text, post_id::text, content, code_blocks, upvotes, downvotes, created_at, edited_at, deleted_at, hidden_at
      from answers where author_id = ${id} order by created_at, id) x`,
  comments: (id) => sql<{ row: object }>`
    select to_jsonb(x) as row from (
      select id::text, post_id::text, answer_id::text, content, upvotes, downvotes, created_at, deleted_at, hidden_at
      from comments where author_id = ${id} order by created_at, id) x`,
  chatMessages: (id) => sql<{ row: object }>`
    select to_jsonb(x) as row from (
      select m.id::text, r.slug as room, m.message_type, m.content, m.created_at, m.edited_at, m.deleted_at, m.hidden_at
      from chat_messages m join chat_rooms r on r.id = m.room_id where m.author_id = ${id} order by m.created_at, m.id) x`,
  chatRooms: (id) => sql<{ row: object }>`
    select to_jsonb(x) as row from (
      select r.slug as room, cm.joined_at, cm.read_at
      from chat_members cm join chat_rooms r on r.id = cm.room_id where cm.user_id = ${id} order by cm.joined_at, r.id) x`,
  // Without names or other members' flags, because reporters stay anonymous.
  hidden: (id) => sql<{ row: object }>`
    select to_jsonb(x) as row from (
      select id::text, target_id::text, target_kind, reason, hidden_at, restored_at, appeal_status, appeal_reason,
        appealed_at, appeal_decided_at, appeal_note
      from hidden_content where author_id = ${id} order by hidden_at, id) x`,
  flags: (id) => sql<{ row: object }>`
    select to_jsonb(x) as row from (
      select id::text, target_id::text, target_kind, reason, note, status, created_at, decided_at
      from flags where reporter_id = ${id} order by created_at, id) x`,
  revisions: (id) => sql<{ row: object }>`
    select to_jsonb(x) as row from (
      select target_id::text, target_kind, number, title, content, tags, code_blocks, media, created_at
      from revisions where author_id = ${id} order by target_id, number) x`,
  votes: (id) => sql<{ row: object }>`
    select to_jsonb(x) as row from (
      select target_id::text, target_kind, value, created_at from votes where voter_id = ${id} order by target_id) x`,
  bookmarks: (id) => sql<{ row: object }>`
    select to_jsonb(x) as row from (
      select post_id::text, created_at from bookmarks where user_id = ${id} order by created_at, id) x`,
  followedTags: (id) => sql<{ row: object }>`
    select to_jsonb(x) as row from (
      select t.name, f.created_at from followed_tags f join tags t on t.id = f.tag_id
      where f.user_id = ${id} order by f.created_at, f.tag_id) x`,
  tagProposals: (id) => sql<{ row: object }>`
    select to_jsonb(x) as row from (
      select id::text, name, description, reason, status, note, created_at, decided_at
      from tag_proposals where user_id = ${id} order by created_at, id) x`,
  firstSteps: (id) => sql<{ row: object }>`
    select to_jsonb(x) as row from (select read_at, dismissed_at from welcomes where user_id = ${id}) x`,
  ratingsGiven: (id) => sql<{ row: object }>`
    select to_jsonb(x) as row from (
      select rated_id::text, rating, reason, context, reference_id, reference_type, created_at, updated_at
      from integrity_ratings where rater_id = ${id} order by created_at, rated_id) x`,
  ratingsReceived: (id) => sql<{ row: object }>`
    select to_jsonb(x) as row from (
      select rating, reason, context, created_at, updated_at
      from integrity_ratings where rated_id = ${id} order by created_at, rater_id) x`,
  reputation: (id) => sql<{ row: object }>`
    select to_jsonb(x) as row from (
      select id::text, action, points, post_id::text, created_at
      from reputation_events where user_id = ${id} order by created_at, id) x`,
  notifications: (id) => sql<{ row: object }>`
    select to_jsonb(x) as row from (
      select id::text, kind, count, case when ${isGone()} then data - 'subject' else data end as data, read_at, created_at
      from notifications n where user_id = ${id} order by created_at, id) x`,
  reviewed: (id) => sql<{ row: object }>`
    select to_jsonb(x) as row from (
      select target_kind, target_id::text, reason, status, created_at, decided_at
      from review_items where author_id = ${id} order by id) x`,
  reviewsGiven: (id) => sql<{ row: object }>`
    select to_jsonb(x) as row from (
      select i.target_kind, i.target_id::text, v.verdict, v.reason, v.note, v.created_at
      from review_verdicts v join review_items i on i.id = v.review_id where v.reviewer_id = ${id} order by v.review_id) x`,
  usedLimits: (id) => sql<{ row: object }>`
    select to_jsonb(x) as row from (
      select kind, day_start, day_used::text from trust_uses where user_id = ${id} order by kind) x`,
  uploads: (id) => sql<{ row: object }>`
    select to_jsonb(x) as row from (
      select url, kind, bytes, created_at from uploads
      where owner_id = ${id} and url is not null and removed_at is null order by created_at, key) x`,
  secondFactors: (id) => sql<{ row: object }>`
    select to_jsonb(x) as row from (
      select kind, name, created_at, confirmed_at, last_used_at, suspended_at from factors where user_id = ${id} order by created_at) x`,
  linkedLogins: (id) => sql<{ row: object }>`
    select to_jsonb(x) as row from (
      select kind, issuer, subject, name, label, created_at, last_used_at, suspended_at
      from linked_logins where user_id = ${id} order by id) x`,
  recoveryCodes: (id) => sql<{ row: object }>`
    select to_jsonb(x) as row from (
      select created_at, used_at from recovery_codes where user_id = ${id} order by created_at, used_at) x`,
  wrongCodes: (id) => sql<{ row: object }>`
    select to_jsonb(x) as row from (
      select encode(from_hash, 'hex') as hash_of_device_or_network, is_own, state, created_at
      from code_attempts where user_id = ${id} order by created_at, code_attempts.id) x`,
  mentionedIn: (id) => sql<{ row: object }>`
    select to_jsonb(x) as row from (
      select text_id::text from text_mentions where user_id = ${id} order by text_mentions.text_id) x`,
  sessions: (id) => sql<{ row: object }>`
    select to_jsonb(x) as row from (
      select kind, user_agent, network, proof, proved_at, created_at, used_at, expires_at from sessions where user_id = ${id} order by created_at) x`,
  knownPrograms: (id) => sql<{ row: object }>`
    select to_jsonb(x) as row from (
      select encode(program_hash, 'hex') as hash_of_user_agent_and_network, seen_at
      from known_programs where user_id = ${id} order by seen_at) x`,
  sharedTraces: (id) => sql<{ row: object }>`
    select to_jsonb(x) as row from (
      select kind, trace as hash_or_address, seen_at from account_traces where user_id = ${id} order by seen_at, kind, trace) x`,
  securityHolds: (id) => sql<{ row: object }>`
    select to_jsonb(x) as row from (
      select cause, until from security_holds where user_id = ${id} order by until, cause) x`,
  emailChanges: (id) => sql<{ row: object }>`
    select to_jsonb(x) as row from (
      select old_email, new_email, expires_at, confirmed_at, undo_until, undone_at
      from email_changes where user_id = ${id} and confirmed_at is not null order by expires_at, email_changes.id) x`,
  securityEvents: (id) => sql<{ row: object }>`
    select to_jsonb(x) as row from (
      select id::text, kind, network, device, details, created_at
      from security_events where user_id = ${id} order by created_at, id) x`,
  allowedAddresses: (id) => sql<{ row: object }>`
    select to_jsonb(x) as row from (
      select address, label, added_at, usable_at from allowed_addresses where user_id = ${id} order by added_at, address) x`,
  allowList: (id) => sql<{ row: object }>`
    select to_jsonb(x) as row from (select since, off_at from allow_lists where user_id = ${id}) x`,
  transactions: (id) => sql<{ row: object }>`
    select to_jsonb(x) as row from (
      select transfer_id::text, kind, reason, refs, amount::text as amount_base_units,
        balance_after::text as balance_after_base_units, created_at
      from ${memberLinesSql(id)} as lines order by version) x`,
  depositRequests: (id) => sql<{ row: object }>`
    select to_jsonb(x) as row from (
      select id::text, type, amount::text as amount_base_units, signature, status, expires_at, created_at, updated_at
      from deposit_requests where user_id = ${id} order by created_at, id) x`,
  deposits: (id) => sql<{ row: object }>`
    select to_jsonb(x) as row from (
      select id::text, type, address, signature, amount::text as amount_base_units, block_time, created_at
      from deposits where user_id = ${id} order by created_at, id) x`,
  withdrawals: (id) => sql<{ row: object }>`
    select to_jsonb(x) as row from (
      select w.id::text, w.amount::text as amount_base_units, w.fee::text as fee_base_units, w.destination, w.state, w.failure,
        (select p.signature from payment_attempts p where p.withdrawal_id = w.id and p.state = 'FINALIZED') as signature,
        w.created_at, w.updated_at
      from withdrawals w where w.user_id = ${id} order by w.created_at, w.id) x`,
  stakeChanges: (id) => sql<{ row: object }>`
    select to_jsonb(x) as row from (
      select amount::text as amount_base_units, stake_after::text as stake_after_base_units, transfer_id::text, created_at
      from stake_changes where user_id = ${id} order by version) x`,
  rewards: (id) => sql<{ row: object }>`
    select to_jsonb(x) as row from (
      select p.day, p.stake::text as stake_base_units, p.rate as rate_per_million, p.amount::text as amount_base_units
      from reward_payments p join reward_days d on d.day = p.day
      where p.user_id = ${id} and p.user_id <= d.paid_up_to order by p.day) x`,
  proposals: (id) => sql<{ row: object }>`
    select to_jsonb(x) as row from (
      select id::text, type, title, proposal, discussion_url, parameter, value::text, status, outcome, created_at, closes_at
      from proposals where user_id = ${id} order by created_at, proposals.id) x`,
  proposalVotes: (id) => sql<{ row: object }>`
    select to_jsonb(x) as row from (
      select proposal_id::text, support, stake::text as stake_base_units, reputation, power::text as power_base_units, created_at
      from proposal_votes where voter_id = ${id} order by created_at, proposal_votes.proposal_id) x`,
  refundRequests: (id) => sql<{ row: object }>`
    select to_jsonb(x) as row from (
      select id::text, post_id::text, kind, answer_id::text, reason, amount::text as amount_base_units, status, appeal_status, appeal_reason,
        created_at, decided_at, appealed_at
      from refund_requests where user_id = ${id} order by created_at, refund_requests.id) x`,
  refundVotes: (id) => sql<{ row: object }>`
    select to_jsonb(x) as row from (
      select request_id::text, approve, reason, counted, created_at
      from refund_votes where voter_id = ${id} order by created_at, refund_votes.id) x`,
};

const account = (id: string) => sql<{ row: object }>`
  select to_jsonb(x) as row from (
    select id::text, username, email, email_verified_at, role, solana_address,
      (select withdrawal_address from wallets w where w.user_id = users.id) as withdrawal_address,
      (select proof_code from wallets w where w.user_id = users.id) as proof_code, profile, profile_picture, settings, reputation_points,
      integrity_score, total_ratings, suspended_at, suspension_reason,
      (select json_agg(found_at order by found_at) from voting_frauds f where f.member_id = users.id) as voting_frauds_found_at,
      created_at, updated_at
    from users where id = ${id}) x`;

/**
 * Yields everything stored about a member, as the text of one JSON document as of one moment. Reads small batches from
 * cursors, so little is in memory; the transaction is open until the generator ends.
 * @param idleMs the reader may take between two batches; after that PostgreSQL ends the transaction
 */
export async function* exportAccount(db: Database, member: string, now: Date, idleMs: number): AsyncGenerator<string> {
  yield* snapshot(db, idleMs, async function* (trx) {
    const { rows } = await account(member).execute(trx);
    yield `{"exportedAt":${JSON.stringify(now.toISOString())},"account":${JSON.stringify(rows[0]?.row ?? null)}`;
    for (const [name, section] of Object.entries(sections)) {
      yield `,\n${JSON.stringify(name)}:[`;
      let separator = "\n";
      for await (const { row } of portionsOf(trx, section(member), PORTION)) {
        yield separator + JSON.stringify(row);
        separator = ",\n";
      }
      yield "]";
    }
    yield "}\n";
  });
}
