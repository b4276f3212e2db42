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

export interface Answers {
  author_id: Int8;
  code_blocks: Generated<Json>;
  content: string;
  created_at: Generated<Timestamp>;
  deleted_at: Timestamp | null;
  downvotes: Generated<number>;
  edited_at: Timestamp | null;
  id: Generated<Int8>;
  post_id: Int8;
  score: Generated<number | null>;
  upvotes: Generated<number>;
}

export interface Comments {
  author_id: Int8;
  content: string;
  created_at: Generated<Timestamp>;
  deleted_at: Timestamp | null;
  downvotes: Generated<number>;
  id: Generated<Int8>;
  post_id: Int8;
  score: Generated<number | null>;
  upvotes: Generated<number>;
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

export interface PasswordResets {
  expires_at: Timestamp;
  token_hash: Buffer;
  user_id: Int8;
}

export interface PostCounts {
  n: Int8;
  shard: number;
  status: string;
}

export interface Posts {
  accepted_answer_id: Int8 | null;
  answer_count: Generated<number>;
  author_id: Int8;
  bounty_amount: Generated<Int8>;
  bounty_expires_at: Timestamp | null;
  bounty_status: Generated<string>;
  code_blocks: Generated<Json>;
  comment_count: Generated<number>;
  content: string;
  created_at: Generated<Timestamp>;
  deleted_at: Timestamp | null;
  downvotes: Generated<number>;
  edited_at: Timestamp | null;
  excerpt: string;
  id: Generated<Int8>;
  media: Generated<Json>;
  score: Generated<number | null>;
  search: Generated<string | null>;
  status: Generated<string>;
  title: string;
  type: Generated<string>;
  upvotes: Generated<number>;
}

export interface PostTags {
  position: number;
  post_created_at: Timestamp;
  post_id: Int8;
  tag_id: Int8;
}

export interface RefreshTokens {
  expires_at: Timestamp;
  family_id: string;
  spent_at: Timestamp | null;
  token_hash: Buffer;
  user_id: Int8;
}

export interface Sessions {
  created_at: Generated<Timestamp>;
  expires_at: Timestamp;
  family_id: string;
  id_hash: Buffer;
  kind: string;
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

export interface Users {
  created_at: Generated<Timestamp>;
  email: string | null;
  id: Generated<Int8>;
  integrity_score: Generated<Numeric>;
  password_hash: string | null;
  profile: Generated<Json>;
  profile_picture: string | null;
  reputation_points: Generated<number>;
  role: Generated<string>;
  solana_address: string;
  suspended_at: Timestamp | null;
  total_ratings: Generated<number>;
  username: string;
}

export interface DB {
  answers: Answers;
  comments: Comments;
  idempotency_keys: IdempotencyKeys;
  import_map: ImportMap;
  import_progress: ImportProgress;
  ledger_accounts: LedgerAccounts;
  ledger_balances: LedgerBalances;
  ledger_entries: LedgerEntries;
  ledger_pending: LedgerPending;
  ledger_snapshots: LedgerSnapshots;
  ledger_transfers: LedgerTransfers;
  password_resets: PasswordResets;
  post_counts: PostCounts;
  post_tags: PostTags;
  posts: Posts;
  refresh_tokens: RefreshTokens;
  sessions: Sessions;
  tags: Tags;
  users: Users;
}
