import { UNIT } from "./money.ts";

/** Numbers that more than one place must agree on (docs/DECISIONS.md §1, §2, §6). */
export const LIMITS = {
  title: 200,
  content: 30_000,
  answer: 30_000,
  comment: 2_000,
  /** A chat message. */
  message: 1_000,
  codeBlocks: 20,
  code: 20_000,
  codeDescription: 200,
  /** Characters in all code blocks of one post or answer, because a page can have a hundred of them. */
  codeTotal: 60_000,
  /** Lists leave out longer code blocks; GET posts/{id} has them all. */
  codeInLists: 1_000,
  media: 20,
  url: 2_000,
  /** The hint in the tag selector; not enforced. */
  tagsHint: 10,
  tags: 50,
  /** Tags that one member follows. */
  followedTags: 50,
  username: { min: 3, max: 30 },
  email: 254,
  password: { min: 8, max: 128 },
  pageSize: { default: 10, max: 100 },
  page: 1_000_000,
  search: 200,
  /** Posts in one exported file. */
  exportRows: 10_000,
  tagList: { default: 200, max: 1_000 },
  /** Post ids in one bookmark status call. */
  statusIds: 200,
  ratingReason: 500,
  profile: { name: 60, bio: 1_000, location: 100, link: 300 },
  /** Mentioned names in one text that get a notification. */
  mentions: 10,
  /** Answers and comments that come with a post, and the most that one call lists. */
  thread: 100,
  /** Comments that come with each answer. */
  answerComments: 5,
  /** Longer than any base58 address or signature. */
  address: 64,
  signature: 128,
  /** Passkeys of one member. */
  passkeys: 10,
  passkeyName: 60,
  /** Wallets that one member signs in with. */
  logins: 10,
  loginName: 60,
  /** Longer than what any authenticator returns. */
  passkeyField: 8_192,
} as const;

/** Where lists cut titles and contents, and how many tags they show before `+n`. */
export const LIST_CUT = { title: 60, content: 120, tags: 2, pageWindow: 5 } as const;

export const HOUR_MS = 3_600_000;
export const DAY_MS = 24 * HOUR_MS;

/** A post may be edited again this long after its last edit. */
export const EDIT_LOCK_MS = 24 * HOUR_MS;

/** Buying and selling BBUX (docs/DECISIONS.md 1.6, 1.9). Amounts in base units. */
export const WALLET = {
  /** The range of a deposit request. Whatever arrives is credited. `step` is for the screens. */
  deposit: { min: UNIT / 1_000n, max: 1_000n * UNIT },
  depositStep: UNIT / 1_000n,
  withdrawal: { min: UNIT / 1_000n, max: 9_999_999_999n * UNIT },
  /** The most bytes of a Solana transaction. */
  transactionBytes: 1_232,
  /** Retries for a recent blockhash. */
  blockhash: { attempts: 3, pauseMs: 2_000 },
  /** When the wallet is reloaded after a direct deposit. */
  reloadMs: 2_000,
  /** Rows in the wallet's own list, and in a page of the statement. */
  recent: 5,
  pageSize: 20,
  /** Decimals of amounts on screens. */
  decimals: 4,
  /** Deposit requests that one member may have open, and how long they wait. */
  openDeposits: 20,
  manualHours: 24,
  directMinutes: 10,
} as const;

/** Requests per window. */
export const RATE_LIMITS = {
  public: { minute: 100, hour: 1_000 },
  authenticated: { minute: 500, hour: 5_000 },
  /** Pages, feeds and sitemaps, per IP address. */
  page: { minute: 300, hour: 6_000 },
  /** Failed sign-ins, per IP address, per account and network, and per browser that has signed in before. */
  signIn: { minute: 10, hour: 50 },
  /** Failed sign-ins, per network: /24, or /56 for IPv6. */
  signInNetwork: { minute: 30, hour: 150 },
  /** The same, per region: /20, or /48 for IPv6. Wide, because a mobile operator's customers may share one (docs/adr/0034). */
  signInRegion: { minute: 120, hour: 600 },
  /** Failed sign-ins to one account, from everywhere. Beyond it nothing is refused, but the owner hears of it. */
  failedSignIns: { day: 20 },
  /** Exchanges of refresh tokens, per sign-in; of those that open nothing, per network. */
  refresh: { minute: 10, hour: 60 },
  /** Wrong codes of a second factor, per member: only someone who has the password, or a session, gets to give one. */
  secondFactor: { minute: 10, hour: 30 },
  /** Sign-up and mails with a link, per IP address; mails also per email address and network. */
  account: { minute: 10, hour: 30 },
  /** The same, per network. */
  accountNetwork: { minute: 30, hour: 90 },
  /** The same, per region. */
  accountRegion: { minute: 120, hour: 360 },
  /** Uses of a mailed link, per link; of links that aren't valid, per IP address. */
  link: { minute: 10, hour: 50 },
  /** Calls that move money, per member. */
  money: { minute: 120, hour: 2_400 },
  /** Votes on posts, answers and comments, per member. */
  vote: { minute: 60, hour: 1_000 },
  /** Transactions sent to the chain, per member. */
  relay: { minute: 10, hour: 200 },
  /** SOL of the local chain, per member. */
  airdrop: { minute: 5, hour: 60 },
  /** Calls that make the platform call the chain: confirming, a blockhash, a destination; per member. */
  chain: { minute: 60, hour: 1_200 },
  /** Calls forwarded to the chain, per member. */
  proxy: { minute: 60, hour: 1_200 },
  /** Chat messages, sent or edited, per member. */
  message: { minute: 30, hour: 600 },
  /** GIF searches that reach the service, per member. */
  gif: { minute: 30, hour: 300 },
} as const;

/** Procedures in one tRPC batch. */
export const MAX_BATCH = 10;

export const APP = { name: "BBUX", version: "1.0.0", environment: "production", requestTimeoutMs: 10_000 } as const;

/** Feature flags, all on. */
export const FEATURES = { notifications: true, wallet: true, voting: true } as const;
