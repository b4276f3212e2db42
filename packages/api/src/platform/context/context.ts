import type { ChainGateway, NoteKey, Signer, VersionedAddress, WalletView } from "@bbux/chain";
import type {
  Brand,
  ErrorCode,
  FactorKind,
  FirstFactor,
  InterfaceLanguage,
  JobQueue,
  Parameters,
  ProofKind,
  RATE_LIMITS,
  Role,
  Trace,
} from "@bbux/contract";
import type { Database, DB } from "@bbux/db";
import type { Transaction } from "kysely";
import type { ChatFeeds } from "./chat-feeds.ts";
import type { Effects } from "./effects.ts";
import type { Failpoint } from "./failpoints.ts";
import type { GifService } from "./gif-service.ts";
import type { MediaStorage } from "./media-storage.ts";
import type { OpenIdProvider } from "./openid.ts";

/** The caller, read from the session in one query. */
export interface Viewer {
  readonly id: string;
  readonly username: string;
  readonly role: Role;
  readonly suspended: boolean;
  /** Whether they have confirmed their email address. */
  readonly emailVerified: boolean;
}

/** The session that a request came with. */
export interface CurrentSession {
  /** The secret as the caller sent it; the database only has its hash. */
  readonly token: string;
  readonly kind: "cookie" | "bearer";
  readonly familyId: string;
  /** What the member last proved who they are with, if that is recent (docs/adr/0036). */
  readonly freshProof: ProofKind | null;
  /** The kinds of second factors that the member has. */
  readonly factors: readonly FactorKind[];
  /** What signs the member in without one. */
  readonly firstFactors: readonly FirstFactor[];
  /** Ids of the providers, of those that the operator offers, at which the member has linked an account. */
  readonly providers: readonly string[];
  /** Whether the member has been a moderator or admin for too long to go without a second factor. */
  readonly isStaffOverdue: boolean;
}

/** What is limited by key, in addition to the limits on requests. */
export type LimitName = Exclude<keyof typeof RATE_LIMITS, "public" | "authenticated" | "page">;

/** Work that any process does after the response; the server's jobs know how. */
export interface JobPayloads {
  readonly "password-reset-mail": {
    readonly email: string;
    /** When it was asked for, by the database's clock; an older version of the server doesn't say. */
    readonly askedAt?: string | undefined;
    /** The browser and the network that asked, as mails name them. */
    readonly device?: string | null | undefined;
    readonly network?: string | null | undefined;
  };
  readonly "email-verification-mail": { readonly userId: string };
  readonly "email-change-mail": { readonly userId: string; readonly newEmail: string };
  /** More sign-ins have failed at this address than its owner should be left without hearing of. */
  readonly "failed-sign-ins": { readonly email: string };
  /** Someone who gets as far as the code has entered several wrong ones. */
  readonly "wrong-codes": { readonly userId: string };
  /** Mails about the security of accounts are due. */
  readonly "security-mails": Readonly<Record<string, never>>;
  /** Open withdrawals may be able to make progress. */
  readonly withdrawals: Readonly<Record<string, never>>;
}

/**
 * What processes need to know about events in others: members, by id, whose notifications changed; chat rooms, by id; and
 * the brand.
 */
export type SignalTopic = "notifications" | "chat" | "brand";

/** Reaches every process of the platform. Signals can be lost, so listeners that need certainty also poll. */
export interface Signals {
  /** Signals listeners in this process and the others. Never throws. */
  publish(topic: SignalTopic, keys: readonly string[]): void;
  /** @returns a function that unsubscribes */
  subscribe(topic: SignalTopic, key: string, listener: () => void): () => void;
}

/** The chain's node, for code that forwards calls, and what is known of its cluster. */
export interface ChainRpc {
  readonly url: string;
  readonly cluster: "local" | "mainnet-beta" | "devnet" | "testnet" | "custom";
  /**
   * Whether this is the chain that comes with the platform, whose SOL is worthless, so members may mint some. Never in
   * production.
   */
  readonly local: boolean;
  /** How long a call of a member waits for the chain (ms), 3 s by default. */
  readonly patienceMs?: number;
  /** Explorer pages of a transaction, with `{signature}`, and of an address, with `{address}`; null without one. */
  readonly explorer: { readonly transaction: string; readonly address: string } | null;
}

/** A second node, of another provider, which has to agree before money is credited or given up (docs/adr/0021). */
export interface Witness {
  readonly chain: ChainGateway;
  /** Its host. The rest of its URL may contain a key and is never shown. */
  readonly name: string;
}

/** Whom the platform asks to cosign its checkpoints (docs/adr/0029). Not the witness of the chain. */
export interface LogWitness {
  readonly key: NoteKey;
  /** Its submission prefix, https://c2sp.org/tlog-witness. */
  readonly url: string;
}

/** How checkpoints are published as C2SP notes. */
export interface NoteSettings {
  /** The name of the log, by which witnesses know it: it never changes. */
  readonly origin: string;
  readonly witnesses: readonly LogWitness[];
  /** How long a witness may take to answer (ms). */
  readonly timeoutMs: number;
  /** Whether the root of each checkpoint's note is written to the chain. */
  readonly isAnchored: boolean;
}

/** Amounts in base units. */
export interface MoneySettings {
  /** The most that a member may withdraw in 24 hours. */
  readonly dailyWithdrawalLimit: bigint;
  /** The most that the platform pays for withdrawals within an hour and within 24; what is above waits. */
  readonly payoutLimits: { readonly hour: bigint; readonly day: bigint };
  /** From this on, with what the member withdrew or admins credited alone within 24 hours, two admins approve. Null: never. */
  readonly approvalFrom: bigint | null;
  /** How long withdrawals are held for their member's security. 0: not at all. */
  readonly securityHoldHours: number;
  /** The hot wallet keeps at least this; payments that would take it below wait. */
  readonly hotWalletFloor: bigint;
  /** What the hot wallet has above this goes to the cold wallet. Null: nothing does. */
  readonly hotWalletCeiling: bigint | null;
  /** The address whose key is kept offline; null without one. */
  readonly coldWallet: string | null;
  /** A deposit address with less than this isn't swept, because the network fee would be out of proportion. */
  readonly sweepFrom: bigint;
  /** Calls per second that watching deposit addresses may use. */
  readonly watchCallsPerSecond: number;
  /** Nonce accounts, and so payments that may be in progress at once. */
  readonly noncePool: number;
  /** The most that a payment offers the network above the fee for its signatures. */
  readonly maxPriorityFee: bigint;
  /** Between two reads that must both find the same before a transaction is given up (docs/DECISIONS.md 1.10). */
  readonly secondLookMs: number;
  /** A deposit of at least this is credited only if the witness agrees. */
  readonly witnessFrom: bigint;
  /** Without a witness, a deposit above this waits for an admin. Null on the local chain, where that doesn't apply. */
  readonly singleNodeLimit: bigint | null;
  /** Payments that a worker settles, and addresses that it reads, at the same time. */
  readonly concurrency: number;
  /** Between two checks of payments in progress. */
  readonly pollMs: number;
}

/** What admins see of background jobs, and can do about them. */
export interface JobsOverview {
  list(): Promise<readonly JobQueue[]>;
  /** Runs a scheduled job once, now. @returns false when there is no such schedule */
  run(name: string): Promise<boolean>;
}

/** How the platform presents itself, as pages, mails and documents use it. */
export interface BrandReader {
  /** The brand in force, usually without a query, and when it was changed, if ever. @throws database errors */
  current(): Promise<Brand & { readonly changedAt: Date | null }>;
  /** An image of the brand, as PNG; null for an unknown key. */
  image(key: string): Promise<Buffer | null>;
}

/** Pages of the documentation as PDFs. */
export interface Documents {
  /** @throws AppError SERVICE_UNAVAILABLE when it can't be printed right now */
  pdf(slug: string): Promise<{ readonly body: Buffer; readonly etag: string }>;
}

/** How hard a password is to guess. */
export interface PasswordEstimate {
  /** Whether it is one of the most common passwords. */
  readonly isCommon: boolean;
  /** Whether few guesses find it. */
  readonly isGuessable: boolean;
}

/** What the product needs from the outside world. One per process. */
export interface Services {
  readonly db: Database;
  /** Chooses where a request of visitors reads, who have written nothing: a replica that may be some seconds behind, or `db`. */
  readonly chooseReads: () => Database;
  readonly now: () => Date;
  /** The database's time, for what processes with clocks of their own measure together. */
  readonly databaseNow: () => Promise<Date>;
  readonly passwords: {
    hash(password: string): Promise<string>;
    /** False, after the same time, for an account without a password. */
    verify(hash: string | null, password: string): Promise<boolean>;
  };
  /**
   * Estimates a password in another process, because one that is made for it takes long.
   * @param about words that whoever guesses knows
   * @throws AppError SERVICE_UNAVAILABLE if too many wait, or it gives none
   */
  readonly estimatePassword: (password: string, about: readonly string[]) => Promise<PasswordEstimate>;
  /** Encrypts what has to be read again, such as the secret of an authenticator app, for storage under `name` only. */
  readonly vault: {
    seal(plain: string, name: string): Buffer;
    /** @returns null for what was sealed with another key or under another name */
    open(sealed: Buffer, name: string): string | null;
  };
  /** A short hash by which what is secret can be recognized, but not found out without the key of this installation. */
  readonly fingerprint: (secret: string, name: string) => string;
  /** What passkeys are bound to: the origin of the web app, or null for any port of localhost. */
  readonly publicOrigin: string | null;
  /** In the order in which screens offer them. */
  readonly openIdProviders: readonly OpenIdProvider[];
  /** When opening an account takes a proof of work, and what signs its challenges. */
  readonly signUpWork: { readonly asked: "always" | "never" | "under load"; readonly secret: string };
  /** Whether moderators and admins need a second factor. */
  readonly staffNeedFactor: boolean;
  /** Whether a service that the operator has chosen knows the password from a breach. False without one. */
  readonly isLeakedPassword: (password: string) => Promise<boolean>;
  /** Whether members have to confirm their email address (docs/adr/0035). */
  readonly verifiesEmail: boolean;
  /** Whether what members may do is limited by their trust level (docs/adr/0043). */
  readonly limitsByTrust: boolean;
  /** Whether screens show the link that confirms an address, because no mail would arrive. Never in production. */
  readonly showsMailedLinks: boolean;
  /** Queues a job. Resolves when it is stored. */
  readonly enqueue: <Name extends keyof JobPayloads>(name: Name, payload: JobPayloads[Name]) => Promise<void>;
  /** Gives a withdrawal back under the caller's lock of it, for those who only read the chain. @param reason as its owner reads it */
  readonly refundWithdrawal: (
    trx: Transaction<DB>,
    effects: Effects,
    id: string,
    reason: string,
    at: Date,
  ) => Promise<void>;
  /**
   * Draws the id of a new member, which no lost books have given out. It asks the signer, so this mustn't be called in a transaction.
   * @throws AppError SERVICE_UNAVAILABLE when the signer doesn't answer
   */
  readonly drawMemberId: () => Promise<string>;
  /**
   * The Solana deposit addresses of new members, in their order (docs/DECISIONS.md 1.9). The signer derives them, so this mustn't be
   * called in a transaction. Of members, it is in the database.
   * @throws AppError SERVICE_UNAVAILABLE when the signer doesn't answer
   */
  readonly depositAddresses: (userIds: readonly string[]) => Promise<readonly VersionedAddress[]>;
  /** The chain that backs the books. */
  readonly chain: ChainGateway;
  /** Null without one, and always on the local chain. */
  readonly witness: Witness | null;
  /** What the platform and its payments are recognized by. It holds no key that signs. */
  readonly platformWallet: WalletView;
  /** Holds the platform's keys, usually in a process of its own: never called in a transaction (docs/adr/0024). */
  readonly signer: Signer;
  /** Which chain this is and where to reach it. */
  readonly chainRpc: ChainRpc;
  readonly notes: NoteSettings;
  /** The operator's settings for money. */
  readonly money: MoneySettings;
  /** Fees, rates and thresholds as configured; changes are rows (see platform/parameters). */
  readonly parameterDefaults: Parameters;
  /** Scheduled and event-driven jobs, for admins. */
  readonly jobs: JobsOverview;
  /** Ends the process or throws here in fault tests; otherwise does nothing. */
  readonly failpoint: (point: Failpoint) => Promise<void>;
  readonly secureCookies: boolean;
  /** Where uploads are stored. */
  readonly media: MediaStorage;
  /** Where GIFs are searched. */
  readonly gifs: GifService;
  readonly brand: BrandReader;
  /** Sends a mail right now, to see whether that works. */
  readonly mailTest: {
    /** Whether a mail server is; otherwise mails become files. */
    readonly isConfigured: boolean;
    /** @throws the mail server's errors */
    send(to: string, language: InterfaceLanguage): Promise<void>;
  };
  /** Prints the documentation. */
  readonly documents: Documents;
  readonly signals: Signals;
  /** The chat rooms, as this process follows them for its streams. */
  readonly chat: ChatFeeds;
}

/** A line of the security log, found by its field `security`. */
export interface SecurityLine {
  readonly kind: "authentication" | "refused" | "money" | "staff";
  readonly call: string;
  /** The member's id; null for a visitor. */
  readonly member: string | null;
  /** `ok`, or the code of the refusal. */
  readonly outcome: string;
}

/** The context of a procedure's call. */
export interface Context extends Services {
  /** Where the request's calls that change nothing read ({@link readsOf}): one place, so that they agree. */
  readonly reads: Database;
  readonly viewer: Viewer | null;
  readonly session: CurrentSession | null;
  /** Why the given credentials led to no session. */
  readonly sessionProblem: ErrorCode | null;
  /** The key for limits on visitors: the IP address, or the network of an IPv6 address. */
  readonly network: string;
  /** The network around it: /24, or /56 for IPv6. */
  readonly subnet: string;
  /** What is around that: /20, or /48 for IPv6. */
  readonly region: string;
  /** What the caller may share with other accounts. Nothing for a private address, which a proxy or this machine has. */
  readonly traces: readonly Trace[];
  readonly idempotencyKey: string | null;
  /** The user agent of the caller's device. */
  readonly userAgent: string | null;
  /** The language that the caller reads; null if the request doesn't say. */
  language(): InterfaceLanguage | null;
  /** Returns whether the request's session is still open, for streams, which can outlive sessions. */
  isSessionAlive(): Promise<boolean>;
  /** The key for limits on the caller's browser, if it is known to this account; otherwise null. */
  knownDevice(mark: BrowserMark): string | null;
  /** Uses one unit of the limit of `key`. @throws AppError RATE_LIMITED */
  consume(limit: LimitName, key: string): Promise<void>;
  /** Uses one unit like `consume`. @returns false if none is left */
  tryConsume(limit: LimitName, key: string): Promise<boolean>;
  /** Returns a unit that `consume` or `tryConsume` has used. */
  giveBack(limit: LimitName, key: string): Promise<void>;
  /** Writes a line of the security log. It names the member, and never contains a secret. */
  logSecurity(line: SecurityLine): void;
  /** Tells the security log whom a call without a session is about, such as the owner of the account that someone tries to enter. */
  nameMember(id: string): void;
  /** Uses one request of the caller's limit. @throws AppError RATE_LIMITED */
  countRequest(): Promise<void>;
}

/** An account as the browsers that sign in to it know it: ending its sign-ins, or one of them, makes all of them unknown. */
export interface BrowserMark {
  readonly userId: string;
  /** When they were last made unknown, in seconds; null if never. */
  readonly endedAt: string | null;
}

/** What a call can set in addition to its response body. Only routers use it: commands and queries return values. */
export interface Reply {
  /** Answers 202, because the request is under way. */
  setAccepted(): void;
  /** Sets X-Total-Count to the total of a list. */
  setTotal(total: number): void;
  setSessionCookie(token: string, expiresAt: Date): void;
  clearSessionCookie(): void;
  /** Makes the caller's browser known to an account that it signed in to, for {@link Context.knownDevice}. */
  rememberDevice(mark: BrowserMark): void;
}

/** What a router gets for its call. */
export interface CallContext extends Context, Reply {}

/** The context of a call that requires a caller. */
export interface MemberContext extends Context {
  readonly viewer: Viewer;
  readonly session: CurrentSession;
}
