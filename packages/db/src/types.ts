// Generated from the migrated database by `npm run db:types`; a test fails when it drifts.

import type { ColumnType } from "kysely";

export type Generated<T> = T extends ColumnType<infer S, infer I, infer U>
  ? ColumnType<S, I | undefined, U>
  : ColumnType<T, T | undefined, T>;

export type Int8 = ColumnType<string, bigint | number | string, bigint | number | string>;

export type Json = JsonValue;

export type JsonArray = JsonValue[];

export type JsonObject = {
  [x: string]: JsonValue | undefined;
};

export type JsonPrimitive = boolean | number | string | null;

export type JsonValue = JsonArray | JsonObject | JsonPrimitive;

export type Numeric = ColumnType<string, number | string, number | string>;

export type Timestamp = ColumnType<Date, Date | string, Date | string>;

export interface AccountTraces {
  kind: string;
  seen_at: Timestamp;
  trace: string;
  user_id: Int8;
}

export interface Alerts {
  closed_at: Timestamp | null;
  created_at: Timestamp;
  detail: string;
  id: Generated<Int8>;
  kind: string;
  seen_at: Timestamp;
  subject: string;
}

export interface AllowedAddresses {
  added_at: Timestamp;
  address: string;
  label: Generated<string>;
  usable_at: Timestamp;
  user_id: Int8;
}

export interface AllowLists {
  off_at: Timestamp | null;
  since: Timestamp;
  user_id: Int8;
}

export interface Answers {
  author_id: Int8;
  code_blocks: Generated<Json>;
  comment_count: Generated<number>;
  content: string;
  created_at: Generated<Timestamp>;
  deleted_at: Timestamp | null;
  downvotes: Generated<number>;
  edited_at: Timestamp | null;
  hidden_at: Timestamp | null;
  id: Generated<Int8>;
  post_id: Int8;
  score: Generated<number | null>;
  upvotes: Generated<number>;
}

export interface AuditLog {
  action: string;
  actor_id: Int8 | null;
  created_at: Timestamp;
  details: Generated<Json>;
  id: Generated<Int8>;
  reason: string | null;
  subject_id: Int8 | null;
  target_id: string | null;
  target_kind: string | null;
}

export interface AuthorCounts {
  accepted: Generated<number>;
  answers: Generated<number>;
  posts: Generated<number>;
  user_id: Int8;
}

export interface Bookmarks {
  created_at: Timestamp;
  id: Generated<Int8>;
  post_id: Int8;
  user_id: Int8;
}

export interface Brand {
  accent_dark: string;
  accent_light: string;
  changed_at: Timestamp;
  favicon: string | null;
  id: Generated<boolean>;
  logo: string | null;
  name: string;
}

export interface BrandImages {
  bytes: Buffer;
  created_at: Timestamp;
  key: string;
}

export interface ChainFundings {
  amount: Int8;
  created_at: Generated<Timestamp>;
  purpose: string;
  signature: string;
}

export interface ChainState {
  fence: Generated<number>;
  fence_identity: string | null;
  fence_open: Generated<boolean>;
  fence_rounds: Generated<Int8>;
  fence_since: Timestamp | null;
  genesis_hash: string | null;
  hot_address: string | null;
  hot_lamports: Generated<Int8>;
  hot_seen_at: Timestamp | null;
  hot_slot: Generated<Int8>;
  keys_fence: Generated<number>;
  one: Generated<boolean>;
  round_finished_at: Timestamp | null;
  rounds_done: Generated<Int8>;
  shortfall: Generated<Int8>;
  shortfall_reports: Generated<number>;
  shortfall_since: Timestamp | null;
  stopped_at_shortfall: Generated<Int8>;
  withdrawals_stopped_at: Timestamp | null;
  withdrawals_stopped_because: string | null;
  witness_seen_at: Timestamp | null;
}

export interface ChatMembers {
  joined_at: Timestamp;
  read_at: Timestamp;
  room_id: Int8;
  user_id: Int8;
}

export interface ChatMessages {
  author_id: Int8;
  content: string;
  created_at: Timestamp;
  deleted_at: Timestamp | null;
  edited_at: Timestamp | null;
  hidden_at: Timestamp | null;
  id: Generated<Int8>;
  message_type: string;
  room_id: Int8;
  version: Int8;
}

export interface ChatRooms {
  created_at: Generated<Timestamp>;
  description: Generated<string>;
  id: Generated<Int8>;
  last_at: Timestamp | null;
  name: string;
  position: Generated<number>;
  slug: string;
  version: Generated<Int8>;
}

export interface CheckpointAnchors {
  day: Timestamp;
  signature: string;
}

export interface CheckpointCosignatures {
  cosigned_at: Timestamp;
  day: Timestamp;
  signature: Buffer;
  witness: string;
}

export interface CheckpointKeys {
  by_own: string;
  by_previous: string;
  created_at: Timestamp;
  public_key: string;
  statement: string;
  valid_from: Timestamp;
  version: number;
}

export interface CheckpointNotes {
  body: string;
  day: Timestamp;
  frontier: Buffer;
  signature: Buffer;
  size: Int8;
}

export interface CodeAttempts {
  created_at: Generated<Timestamp>;
  from_hash: Buffer;
  id: Generated<Int8>;
  is_own: boolean;
  state: Generated<string>;
  user_id: Int8;
}

export interface ColdMovements {
  address: string;
  amount: Int8;
  cold_transfer_id: Int8 | null;
  correction_id: Int8 | null;
  created_at: Timestamp;
  deposit_address: string | null;
  deposit_amount: Generated<Int8>;
  fee: Generated<Int8>;
  id: Generated<Int8>;
  kind: string;
  lost: Generated<Int8>;
  signature: string | null;
  slot: Int8;
  suspense_id: Int8 | null;
}

export interface ColdTransfers {
  address: string;
  amount: Int8;
  created_at: Timestamp;
  id: Generated<Int8>;
  reference: Generated<string>;
  state: Generated<string>;
  updated_at: Timestamp;
}

export interface ColdWallets {
  address: string;
  booked: Generated<Int8>;
  created_at: Generated<Timestamp>;
  held_since: Timestamp | null;
  is_current: Generated<boolean>;
  read_signature: string | null;
  since_slot: Int8;
}

export interface Comments {
  answer_id: Int8 | null;
  author_id: Int8;
  content: string;
  created_at: Generated<Timestamp>;
  deleted_at: Timestamp | null;
  downvotes: Generated<number>;
  hidden_at: Timestamp | null;
  id: Generated<Int8>;
  post_id: Int8;
  score: Generated<number | null>;
  upvotes: Generated<number>;
}

export interface ControlProofs {
  address: string;
  balance: Int8;
  created_at: Timestamp;
  form: string | null;
  id: Generated<Int8>;
  proved_at: Timestamp | null;
  signature: string | null;
  state: Generated<string>;
  text: string;
}

export interface CreditApprovals {
  admin_id: Int8;
  alone: boolean;
  amount: Int8;
  created_at: Generated<Timestamp>;
  deposit_id: Int8 | null;
  id: Generated<Int8>;
  member_id: Int8 | null;
  reason: string;
  suspense_id: Int8 | null;
}

export interface DepositRequests {
  amount: Int8;
  created_at: Timestamp;
  deposit_id: Int8 | null;
  expires_at: Timestamp;
  id: Generated<Int8>;
  relayed: Generated<boolean>;
  signature: string | null;
  status: Generated<string>;
  type: string;
  updated_at: Timestamp;
  user_id: Int8;
}

export interface Deposits {
  above_limit: boolean;
  address: string;
  amount: Int8;
  block_time: Timestamp | null;
  created_at: Timestamp;
  id: Generated<Int8>;
  signature: string;
  slot: Int8;
  transfer_id: Int8;
  type: string;
  user_id: Int8;
}

export interface EmailChanges {
  confirmed_at: Timestamp | null;
  expires_at: Timestamp;
  id: Generated<Int8>;
  new_email: string;
  old_email: string;
  token_hash: Buffer;
  undo_until: Timestamp | null;
  undone_at: Timestamp | null;
  user_id: Int8;
}

export interface EmailVerifications {
  email: string;
  expires_at: Timestamp;
  token_hash: Buffer;
  used_at: Timestamp | null;
  user_id: Int8;
}

export interface Factors {
  confirmed_at: Timestamp | null;
  created_at: Generated<Timestamp>;
  id: Generated<Int8>;
  kind: string;
  last_step: Int8 | null;
  last_used_at: Timestamp | null;
  name: string | null;
  secret: Buffer | null;
  suspended_at: Timestamp | null;
  user_id: Int8;
}

export interface FeesStated {
  name: string;
  value: Int8;
}

export interface Flags {
  created_at: Timestamp;
  decided_at: Timestamp | null;
  decided_by: Int8 | null;
  flagged_text: string | null;
  hiding_id: Int8 | null;
  id: Generated<Int8>;
  note: string | null;
  reason: string;
  reporter_id: Int8;
  status: Generated<string>;
  subject_id: Int8;
  target_id: Int8;
  target_kind: string;
}

export interface FollowedTags {
  created_at: Timestamp;
  tag_id: Int8;
  user_id: Int8;
}

export interface HiddenContent {
  abuse: boolean;
  appeal_decided_at: Timestamp | null;
  appeal_decided_by: Int8 | null;
  appeal_note: string | null;
  appeal_reason: string | null;
  appeal_status: string | null;
  appealed_at: Timestamp | null;
  author_id: Int8;
  charged: Generated<string[]>;
  hidden_at: Timestamp;
  hidden_by: Int8;
  id: Generated<Int8>;
  post_id: Int8 | null;
  reason: string;
  restored_at: Timestamp | null;
  restored_by: Int8 | null;
  target_id: Int8;
  target_kind: string;
}

export interface HotWalletReads {
  address: string;
  signature: string;
}

export interface IdempotencyKeys {
  created_at: Generated<Timestamp>;
  key: string;
  request_hash: Buffer;
  response: Json | null;
  user_id: Int8;
}

export interface ImportMap {
  external_id: string;
  id: Int8;
  kind: string;
  licence: string | null;
  source: string;
}

export interface ImportProgress {
  counts: Generated<Json>;
  file: string;
  finished: Generated<boolean>;
  rows_done: Generated<Int8>;
  source: string;
  stage: string;
  updated_at: Generated<Timestamp>;
}

export interface IntegrityRatings {
  context: string;
  created_at: Timestamp;
  rated_id: Int8;
  rater_id: Int8;
  rating: number;
  reason: string;
  reference_id: string | null;
  reference_type: string | null;
  updated_at: Timestamp;
}

export interface KeyMoves {
  amount: Int8;
  from_version: number;
  purpose: string;
  signature: string;
  to_version: number;
}

export interface KnownPrograms {
  program_hash: Buffer;
  seen_at: Generated<Timestamp>;
  user_id: Int8;
}

export interface Leases {
  expires_at: Timestamp;
  holder: string;
  name: string;
}

export interface LedgerAccounts {
  balance: Int8 | null;
  created_at: Generated<Timestamp>;
  id: Generated<Int8>;
  kind: string;
  owner: string;
  version: Int8 | null;
}

export interface LedgerBalances {
  account_id: Int8 | null;
  balance: Numeric | null;
  kind: string | null;
  owner: string | null;
}

export interface LedgerEntries {
  account_id: Int8;
  amount: Int8;
  balance_after: Int8 | null;
  line: number;
  lines: number;
  transfer_id: Int8;
  version: Int8 | null;
}

export interface LedgerPending {
  account_id: Int8;
  amount: Int8;
}

export interface LedgerSnapshots {
  account_id: Int8;
  balance: Generated<Numeric>;
  entries: Generated<Int8>;
  may_overdraw: boolean;
  rolled_up_at: Generated<Timestamp>;
}

export interface LedgerTotals {
  kind: string;
  total: Numeric;
}

export interface LedgerTransferKinds {
  credits: string[];
  debits: string[];
  kind: string;
}

export interface LedgerTransfers {
  cause: string;
  created_at: Generated<Timestamp>;
  id: Generated<Int8>;
  idempotency_key: string;
  kind: string;
  lines: number;
  reason: string;
  refs: Json;
}

export interface LedgerWaivers {
  causes: string;
  kind: string;
  reason: string;
}

export interface LiabilityBranches {
  day: Timestamp;
  level: number;
  nodes: Buffer;
}

export interface LiabilityCodes {
  code: string;
  day: Timestamp;
  user_id: Int8;
}

export interface LiabilityLeaves {
  bucket: number;
  day: Timestamp;
  leaves: Buffer;
}

export interface LinkedLogins {
  created_at: Timestamp;
  id: Generated<Int8>;
  issuer: string | null;
  kind: string;
  label: string | null;
  last_used_at: Timestamp | null;
  name: string;
  subject: string;
  suspended_at: Timestamp | null;
  user_id: Int8;
}

export interface Notifications {
  bundle_key: string;
  count: Generated<number>;
  created_at: Timestamp;
  data: Json;
  id: Generated<Int8>;
  kind: string;
  level: Generated<number>;
  read_at: Timestamp | null;
  user_id: Int8;
}

export interface ParameterChanges {
  actor_id: Int8 | null;
  created_at: Timestamp;
  id: Generated<Int8>;
  name: string;
  previous: Int8;
  proposal_id: Int8 | null;
  reason: string;
  value: Int8;
}

export interface Passkeys {
  backed_up: boolean;
  counter: Int8;
  credential_id: string;
  factor_id: Int8;
  public_key: Buffer;
  transports: string[];
}

export interface PasswordResets {
  expires_at: Timestamp;
  token_hash: Buffer;
  user_id: Int8;
}

export interface PaymentAttempts {
  bytes: Buffer;
  cancels: Generated<boolean>;
  cold_transfer_id: Int8 | null;
  created_at: Timestamp;
  created_nonce_id: Int8 | null;
  fence: Generated<number>;
  hot_version: Generated<number>;
  id: Generated<Int8>;
  lamports: Int8;
  last_valid_block_height: Int8 | null;
  missing_since: Timestamp | null;
  network_fee: Int8;
  nonce_id: Int8 | null;
  nonce_value: string | null;
  nonce_version: Generated<number>;
  record_position: Int8 | null;
  sent_at: Timestamp | null;
  signature: string;
  slot: Int8 | null;
  state: Generated<string>;
  stored_at: Generated<Timestamp | null>;
  sweep_id: Int8 | null;
  updated_at: Timestamp;
  withdrawal_id: Int8 | null;
}

export interface PaymentNonces {
  address: string;
  cold_transfer_id: Int8 | null;
  created_at: Timestamp;
  fence: Generated<number>;
  hot_version: Generated<number>;
  id: Generated<Int8>;
  min_slot: Generated<Int8>;
  missing_since: Timestamp | null;
  nonce_version: Generated<number>;
  position: number;
  priority_fee: Int8 | null;
  state: Generated<string>;
  sweep_id: Int8 | null;
  updated_at: Timestamp;
  value: string | null;
  withdrawal_id: Int8 | null;
}

export interface PayoutMinutes {
  lamports: Numeric;
  minute: Timestamp;
}

export interface Payouts {
  lamports: Int8;
  minute: Timestamp;
  withdrawal_id: Int8;
}

export interface PayoutsCounted {
  lamports: Int8 | null;
  minute: Timestamp | null;
  withdrawal_id: Int8 | null;
}

export interface PlatformCounts {
  n: Numeric;
  name: string;
  shard: number;
}

export interface PostActivity {
  active_at: Timestamp;
  post_created_at: Timestamp;
  post_id: Int8;
  shown: boolean;
  waiting: boolean;
}

export interface PostCounts {
  n: Int8;
  shard: number;
  status: string;
}

export interface PostLinks {
  kind: string;
  post_id: Int8;
  related_post_id: Int8;
}

export interface Posts {
  accepted_answer_id: Int8 | null;
  answer_count: Generated<number>;
  author_id: Int8;
  bounty_amount: Generated<Int8>;
  bounty_expires_at: Timestamp | null;
  bounty_settled_at: Timestamp | null;
  bounty_status: Generated<string>;
  code_blocks: Generated<Json>;
  comment_count: Generated<number>;
  content: string;
  created_at: Generated<Timestamp>;
  deleted_at: Timestamp | null;
  downvotes: Generated<number>;
  edited_at: Timestamp | null;
  excerpt: string;
  hidden_at: Timestamp | null;
  id: Generated<Int8>;
  media: Generated<Json>;
  score: Generated<number | null>;
  search: Generated<string | null>;
  settles_at: Timestamp | null;
  small_community: Generated<boolean>;
  status: Generated<string>;
  tag_names: Generated<string>;
  title: string;
  type: Generated<string>;
  upvotes: Generated<number>;
}

export interface PostTags {
  has_bounty: Generated<boolean>;
  position: number;
  post_created_at: Timestamp;
  post_id: Int8;
  shown: Generated<boolean>;
  status: Generated<string>;
  tag_id: Int8;
}

export interface PostWeeks {
  has_bounty: boolean;
  n: Int8;
  shard: number;
  status: string;
  week: Timestamp;
}

export interface Proposals {
  closes_at: Timestamp;
  created_at: Timestamp;
  decided_at: Timestamp | null;
  discussion_url: string | null;
  executed_at: Timestamp | null;
  executed_by: Int8 | null;
  execution_note: string | null;
  id: Generated<Int8>;
  outcome: string | null;
  parameter: string | null;
  power_against: Generated<Numeric>;
  power_for: Generated<Numeric>;
  proposal: string;
  quorum_stake: Numeric;
  stake_voted: Generated<Numeric>;
  staked_at_open: Numeric;
  status: Generated<string>;
  title: string;
  told_at: Timestamp | null;
  told_up_to: Generated<Int8>;
  type: string;
  updated_at: Timestamp;
  user_id: Int8;
  value: Int8 | null;
  votes_against: Generated<number>;
  votes_for: Generated<number>;
}

export interface ProposalVotes {
  created_at: Timestamp;
  power: Int8;
  proposal_id: Int8;
  reputation: number;
  stake: Int8;
  support: boolean;
  voter_id: Int8;
}

export interface PublicTraces {
  created_at: Timestamp;
  kind: string;
  marked_by: Int8;
  reason: string;
  trace: string;
}

export interface RecoveryCodes {
  code_hash: Buffer;
  created_at: Generated<Timestamp>;
  used_at: Timestamp | null;
  user_id: Int8;
}

export interface RefreshTokens {
  began_at: Generated<Timestamp>;
  expires_at: Timestamp;
  family_id: string;
  spent_at: Timestamp | null;
  token_hash: Buffer;
  user_id: Int8;
}

export interface RefundRequests {
  amount: Int8;
  answer_id: Int8 | null;
  appeal_decided_at: Timestamp | null;
  appeal_decided_by: Int8 | null;
  appeal_expires_at: Timestamp | null;
  appeal_note: string | null;
  appeal_reason: string | null;
  appeal_status: string | null;
  appealed_at: Timestamp | null;
  approve_votes: Generated<number>;
  by_moderators: Generated<boolean>;
  created_at: Timestamp;
  decided_at: Timestamp | null;
  expires_at: Timestamp;
  id: Generated<Int8>;
  kind: Generated<string>;
  post_id: Int8;
  reason: string;
  reject_votes: Generated<number>;
  required_votes: number;
  status: Generated<string>;
  updated_at: Timestamp;
  user_id: Int8;
}

export interface RefundViews {
  first_seen_at: Timestamp;
  request_id: Int8;
  viewer_id: Int8;
}

export interface RefundVotes {
  approve: boolean;
  counted: Generated<boolean>;
  created_at: Timestamp;
  id: Generated<Int8>;
  reason: string;
  request_id: Int8;
  voter_id: Int8;
}

export interface RenderedTexts {
  html: string;
  target_id: Int8;
}

export interface RenderingQueue {
  claimed_until: Timestamp | null;
  kind: string;
  target_id: Int8;
}

export interface ReputationEvents {
  action: string;
  created_at: Timestamp;
  giver_id: Int8 | null;
  id: Generated<Int8>;
  once_key: string | null;
  points: number;
  post_id: Int8 | null;
  source_id: Int8 | null;
  user_id: Int8;
}

export interface ReserveCorrections {
  amount: Int8;
  created_at: Timestamp;
  id: Generated<Int8>;
  kind: string;
  reason: string;
  slot: Int8;
}

export interface ReserveReports {
  checked_at: Timestamp;
  id: Generated<Int8>;
  report: Json;
}

export interface ReviewItems {
  author_id: Int8;
  clears: Generated<number>;
  created_at: Timestamp;
  decided_at: Timestamp | null;
  flags: Generated<number>;
  id: Generated<Int8>;
  post_id: Int8;
  reason: string;
  status: Generated<string>;
  target_id: Int8;
  target_kind: string;
}

export interface ReviewVerdicts {
  created_at: Timestamp;
  flagged_text: string | null;
  note: string | null;
  reason: string | null;
  review_id: Int8;
  reviewer_id: Int8;
  verdict: string;
}

export interface Revisions {
  author_id: Int8 | null;
  code_blocks: Generated<Json>;
  comment: string | null;
  content: string;
  created_at: Timestamp;
  id: Generated<Int8>;
  media: Generated<Json>;
  number: number;
  tags: Generated<string[]>;
  target_id: Int8;
  target_kind: string;
  title: string | null;
}

export interface RewardDays {
  activity_bonus: Generated<number>;
  allotted: Generated<Int8>;
  base_rate: Generated<number>;
  circulating: Generated<Numeric>;
  day: Timestamp;
  due: Generated<Numeric>;
  finished_at: Timestamp | null;
  governance_bonus: Generated<number>;
  max_rate: Generated<number>;
  paid: Generated<Int8>;
  paid_members: Generated<number>;
  paid_up_to: Generated<Int8>;
  participation_penalty: Generated<number>;
  staked: Generated<Numeric>;
  stakers: Generated<number>;
  started_at: Timestamp;
  state: string;
  total_rate: Generated<number>;
  treasury: Generated<Numeric>;
  treasury_bonus: Generated<number>;
  volume: Generated<Numeric>;
}

export interface RewardPayments {
  amount: Int8;
  day: Timestamp;
  due: Int8;
  rate: number;
  stake: Int8;
  user_id: Int8;
}

export interface SearchWords {
  posts: number;
  word: string;
}

export interface SearchWordsQueue {
  post_id: Int8;
}

export interface SecurityEvents {
  created_at: Generated<Timestamp>;
  details: Generated<Json>;
  device: string | null;
  id: Generated<Int8>;
  kind: string;
  mail_attempts: Generated<number>;
  mail_due_at: Generated<Timestamp | null>;
  mail_to: string | null;
  network: string | null;
  user_id: Int8;
}

export interface SecurityHolds {
  by_admin: boolean | null;
  cause: string;
  reason: string | null;
  since: Timestamp | null;
  until: Timestamp;
  user_id: Int8;
}

export interface Sessions {
  created_at: Generated<Timestamp>;
  expires_at: Timestamp;
  family_id: string;
  id_hash: Buffer;
  kind: string;
  network: string | null;
  proof: string | null;
  proved_at: Timestamp | null;
  used_at: Timestamp | null;
  user_agent: string | null;
  user_id: Int8;
}

export interface SettlementNotices {
  answer_id: Int8 | null;
  id: Generated<Int8>;
  notified_at: Timestamp;
  post_id: Int8;
}

export interface SetupLinks {
  created_at: Timestamp;
  expires_at: Timestamp;
  token_hash: Buffer;
}

export interface StakeChanges {
  amount: Int8;
  created_at: Timestamp;
  stake_after: Int8;
  transfer_id: Int8;
  user_id: Int8;
  version: number;
}

export interface Stakes {
  amount: Generated<Int8>;
  updated_at: Timestamp;
  user_id: Int8;
  version: Generated<number>;
}

export interface StateTransitions {
  entity: string;
  next: string;
  state: string;
}

export interface SuspenseItems {
  address: string;
  amount: Int8;
  assigned_to: Int8 | null;
  created_at: Generated<Timestamp>;
  id: Generated<Int8>;
  reason: string;
  resolution: string | null;
  resolved_at: Timestamp | null;
  signature: string;
  slot: Int8;
}

export interface Sweeps {
  address: string;
  amount: Int8;
  created_at: Timestamp;
  id: Generated<Int8>;
  state: Generated<string>;
  updated_at: Timestamp;
  user_id: Int8;
}

export interface TagProposals {
  created_at: Timestamp;
  decided_at: Timestamp | null;
  decided_by: Int8 | null;
  description: string;
  id: Generated<Int8>;
  key: Generated<string>;
  name: string;
  note: string | null;
  reason: string;
  status: Generated<string>;
  tag_id: Int8 | null;
  user_id: Int8;
}

export interface Tags {
  color: Generated<string>;
  created_at: Generated<Timestamp>;
  description: string | null;
  id: Generated<Int8>;
  name: string;
  post_count: Generated<number>;
}

export interface TextMentions {
  text_id: Int8;
  user_id: Int8;
}

export interface TransparencyCheckpoints {
  body: string;
  created_at: Timestamp;
  day: Timestamp;
  hash: Buffer;
  liabilities: Numeric;
  members: number;
  public_key: string;
  root: Buffer;
  seq: Int8;
  signature: Buffer;
  totals: Json;
}

export interface TransparencyLog {
  amount: Numeric | null;
  changes: Json | null;
  created_at: Timestamp | null;
  description: string | null;
  fee_amount: Numeric | null;
  id: Int8 | null;
  seq: Int8 | null;
  subject: string | null;
  transfer_id: Int8 | null;
  type: string | null;
}

export interface TransparencyPending {
  amount: Numeric;
  changes: Generated<Json>;
  created_at: Generated<Timestamp>;
  description: string;
  fee_amount: Generated<Numeric>;
  id: Generated<Int8>;
  subject: Generated<string>;
  transfer_id: Int8 | null;
  type: string;
}

export interface TransparencySealed {
  amount: Numeric;
  changes: Json;
  created_at: Timestamp;
  description: string;
  fee_amount: Numeric;
  hash: Buffer;
  id: Int8;
  prev_hash: Buffer;
  seq: Int8;
  subject: string;
  transfer_id: Int8 | null;
  type: string;
}

export interface TrustGiven {
  giver_id: Int8;
  member_id: Int8;
  points: number;
}

export interface TrustUses {
  day_start: Timestamp;
  day_used: Int8;
  kind: string;
  minute_start: Timestamp;
  minute_used: Int8;
  user_id: Int8;
}

export interface UnknownAnchors {
  root: string;
  signature: string;
  size: Int8;
}

export interface Uploads {
  attached_at: Timestamp | null;
  bytes: Int8;
  created_at: Generated<Timestamp>;
  erased_at: Timestamp | null;
  key: string;
  kind: string;
  owner_id: Int8 | null;
  removed_at: Timestamp | null;
  taken_down_at: Timestamp | null;
  taken_down_by: Int8 | null;
  url: string | null;
}

export interface UsedChallenges {
  challenge_hash: Buffer;
  expires_at: Timestamp;
}

export interface Users {
  access_ended_at: Timestamp | null;
  address_version: Generated<number>;
  admin_since: Timestamp | null;
  browsers_forgotten_at: Timestamp | null;
  closes_at: Timestamp | null;
  created_at: Generated<Timestamp>;
  deleted_at: Timestamp | null;
  digested_at: Timestamp | null;
  email: string | null;
  email_verified_at: Timestamp | null;
  id: Generated<Int8>;
  integrity_score: Generated<Numeric>;
  password_hash: string | null;
  profile: Generated<Json>;
  profile_picture: string | null;
  reputation_points: Generated<number>;
  reputation_rows: Generated<number>;
  role: Generated<string>;
  settings: Generated<Json>;
  sign_ins_ended_at: Timestamp | null;
  solana_address: string;
  staff_since: Timestamp | null;
  suspended_at: Timestamp | null;
  suspension_reason: string | null;
  total_ratings: Generated<number>;
  trusted_points: Generated<number>;
  updated_at: Generated<Timestamp>;
  username: string;
}

export interface VoteBases {
  downvotes: number;
  target_id: Int8;
  target_kind: string;
  upvotes: number;
}

export interface Votes {
  created_at: Generated<Timestamp>;
  established: Generated<boolean>;
  target_id: Int8;
  target_kind: string;
  tied: Generated<boolean>;
  value: number;
  voter_id: Int8;
}

export interface VotingFrauds {
  found_at: Timestamp;
  found_by: Int8 | null;
  member_id: Int8;
}

export interface WaitingDeposits {
  address: string;
  amount: Int8;
  checked_at: Timestamp;
  created_at: Timestamp;
  id: Generated<Int8>;
  reason: string;
  signature: string;
  slot: Int8;
  state: Generated<string>;
  type: string | null;
  updated_at: Timestamp;
  user_id: Int8;
}

export interface WalletChanges {
  booked: Int8;
  funded: number;
  wallets: number;
}

export interface WalletKeys {
  address: string;
  created_at: Timestamp;
  id: Generated<Int8>;
  purpose: string;
  state: string;
  updated_at: Timestamp;
  version: number;
}

export interface Wallets {
  address: string;
  address_version: Generated<number>;
  booked: Generated<Int8>;
  proof_code: Generated<string>;
  seen: Generated<Int8>;
  seen_at: Timestamp | null;
  seen_slot: Generated<Int8>;
  user_id: Int8;
  watch_until: Timestamp | null;
  withdrawal_address: string | null;
}

export interface WalletTotals {
  booked: Numeric;
  funded: Int8;
  one: Generated<boolean>;
  wallets: Int8;
}

export interface Welcomes {
  dismissed_at: Timestamp | null;
  read_at: Timestamp | null;
  user_id: Int8;
}

export interface WithdrawalApprovals {
  admin_id: Int8;
  created_at: Generated<Timestamp>;
  id: Generated<Int8>;
  reason: string;
  withdrawal_id: Int8;
}

export interface Withdrawals {
  amount: Int8;
  approval_until: Timestamp | null;
  cancel_reason: string | null;
  created_at: Timestamp;
  day_amount: Int8 | null;
  destination: string;
  failure: string | null;
  fee: Int8;
  held_until: Timestamp | null;
  id: Generated<Int8>;
  net_amount: Int8;
  reference: Generated<string>;
  state: Generated<string>;
  updated_at: Timestamp;
  user_id: Int8;
  waits_for: string | null;
}

export interface DB {
  account_traces: AccountTraces;
  alerts: Alerts;
  allow_lists: AllowLists;
  allowed_addresses: AllowedAddresses;
  answers: Answers;
  audit_log: AuditLog;
  author_counts: AuthorCounts;
  bookmarks: Bookmarks;
  brand: Brand;
  brand_images: BrandImages;
  chain_fundings: ChainFundings;
  chain_state: ChainState;
  chat_members: ChatMembers;
  chat_messages: ChatMessages;
  chat_rooms: ChatRooms;
  checkpoint_anchors: CheckpointAnchors;
  checkpoint_cosignatures: CheckpointCosignatures;
  checkpoint_keys: CheckpointKeys;
  checkpoint_notes: CheckpointNotes;
  code_attempts: CodeAttempts;
  cold_movements: ColdMovements;
  cold_transfers: ColdTransfers;
  cold_wallets: ColdWallets;
  comments: Comments;
  control_proofs: ControlProofs;
  credit_approvals: CreditApprovals;
  deposit_requests: DepositRequests;
  deposits: Deposits;
  email_changes: EmailChanges;
  email_verifications: EmailVerifications;
  factors: Factors;
  fees_stated: FeesStated;
  flags: Flags;
  followed_tags: FollowedTags;
  hidden_content: HiddenContent;
  hot_wallet_reads: HotWalletReads;
  idempotency_keys: IdempotencyKeys;
  import_map: ImportMap;
  import_progress: ImportProgress;
  integrity_ratings: IntegrityRatings;
  key_moves: KeyMoves;
  known_programs: KnownPrograms;
  leases: Leases;
  ledger_accounts: LedgerAccounts;
  ledger_balances: LedgerBalances;
  ledger_entries: LedgerEntries;
  ledger_pending: LedgerPending;
  ledger_snapshots: LedgerSnapshots;
  ledger_totals: LedgerTotals;
  ledger_transfer_kinds: LedgerTransferKinds;
  ledger_transfers: LedgerTransfers;
  ledger_waivers: LedgerWaivers;
  liability_branches: LiabilityBranches;
  liability_codes: LiabilityCodes;
  liability_leaves: LiabilityLeaves;
  linked_logins: LinkedLogins;
  notifications: Notifications;
  parameter_changes: ParameterChanges;
  passkeys: Passkeys;
  password_resets: PasswordResets;
  payment_attempts: PaymentAttempts;
  payment_nonces: PaymentNonces;
  payout_minutes: PayoutMinutes;
  payouts: Payouts;
  payouts_counted: PayoutsCounted;
  platform_counts: PlatformCounts;
  post_activity: PostActivity;
  post_counts: PostCounts;
  post_links: PostLinks;
  post_tags: PostTags;
  post_weeks: PostWeeks;
  posts: Posts;
  proposal_votes: ProposalVotes;
  proposals: Proposals;
  public_traces: PublicTraces;
  recovery_codes: RecoveryCodes;
  refresh_tokens: RefreshTokens;
  refund_requests: RefundRequests;
  refund_views: RefundViews;
  refund_votes: RefundVotes;
  rendered_texts: RenderedTexts;
  rendering_queue: RenderingQueue;
  reputation_events: ReputationEvents;
  reserve_corrections: ReserveCorrections;
  reserve_reports: ReserveReports;
  review_items: ReviewItems;
  review_verdicts: ReviewVerdicts;
  revisions: Revisions;
  reward_days: RewardDays;
  reward_payments: RewardPayments;
  search_words: SearchWords;
  search_words_queue: SearchWordsQueue;
  security_events: SecurityEvents;
  security_holds: SecurityHolds;
  sessions: Sessions;
  settlement_notices: SettlementNotices;
  setup_links: SetupLinks;
  stake_changes: StakeChanges;
  stakes: Stakes;
  state_transitions: StateTransitions;
  suspense_items: SuspenseItems;
  sweeps: Sweeps;
  tag_proposals: TagProposals;
  tags: Tags;
  text_mentions: TextMentions;
  transparency_checkpoints: TransparencyCheckpoints;
  transparency_log: TransparencyLog;
  transparency_pending: TransparencyPending;
  transparency_sealed: TransparencySealed;
  trust_given: TrustGiven;
  trust_uses: TrustUses;
  unknown_anchors: UnknownAnchors;
  uploads: Uploads;
  used_challenges: UsedChallenges;
  users: Users;
  vote_bases: VoteBases;
  votes: Votes;
  voting_frauds: VotingFrauds;
  waiting_deposits: WaitingDeposits;
  wallet_changes: WalletChanges;
  wallet_keys: WalletKeys;
  wallet_totals: WalletTotals;
  wallets: Wallets;
  welcomes: Welcomes;
  withdrawal_approvals: WithdrawalApprovals;
  withdrawals: Withdrawals;
}
