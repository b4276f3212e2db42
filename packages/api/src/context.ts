import type { ChainGateway, PlatformWallet } from "@bbux/chain";
import type { ErrorCode, JobQueue, Parameters, Role } from "@bbux/contract";
import type { Database } from "@bbux/db";
import type { Failpoint } from "./failpoints.ts";
import type { ChatFeeds } from "./features/chat/feed.ts";
import type { GifService } from "./features/gifs/service.ts";
import type { MediaStorage } from "./features/uploads/storage.ts";

/** Who calls, read from the session in one query. */
export interface Viewer {
  readonly id: string;
  readonly username: string;
  readonly role: Role;
  readonly suspended: boolean;
}

/** The session that a request came with. */
export interface CurrentSession {
  /** The secret itself, as the caller sent it; the database has its hash only. */
  readonly token: string;
  readonly kind: "cookie" | "bearer";
  readonly familyId: string;
}

/** Secrets that are limited by key besides the limits on requests. */
export type LimitName = "signIn" | "account" | "relay" | "chain" | "airdrop" | "proxy" | "flag" | "message" | "gif";

/** Work that is done after the answer, by whichever process takes it; known to the jobs of the server. */
export interface JobPayloads {
  readonly "password-reset-mail": { readonly email: string };
  /** Something may be done about withdrawals that are not final. */
  readonly withdrawals: Readonly<Record<string, never>>;
}

/** What happens elsewhere and open streams want to know: members, by id, whose notifications changed; rooms, by id, of the chat. */
export type SignalTopic = "notifications" | "chat";

/** Reaches every process of the platform. A signal may be lost; who needs to be sure looks now and then. */
export interface Signals {
  /** Tells whoever listens, in this process and the others. Never throws. */
  publish(topic: SignalTopic, keys: readonly string[]): void;
  /** @returns what ends it */
  subscribe(topic: SignalTopic, key: string, listener: () => void): () => void;
}

/** The node that is asked, for those who pass calls on, and what is known of its cluster. */
export interface ChainRpc {
  readonly url: string;
  readonly cluster: "local" | "mainnet-beta" | "devnet" | "testnet" | "custom";
  /** The chain that comes with the platform, its SOL worth nothing: members may have some minted. Never in production. */
  readonly local: boolean;
  /** Page of a transaction, with `{signature}`, and of an address, with `{address}`; null where there is none. */
  readonly explorer: { readonly transaction: string; readonly address: string } | null;
}

/** Amounts in base units. */
export interface MoneySettings {
  /** Most that a member may withdraw in 24 hours. */
  readonly dailyWithdrawalLimit: bigint;
  /** The hot wallet keeps at least so much; what would take it below waits. */
  readonly hotWalletFloor: bigint;
  /** A deposit address with less than so much is not swept: the network's fee would be out of proportion. */
  readonly sweepFrom: bigint;
  /** Calls a second that watching deposit addresses may take. */
  readonly watchCallsPerSecond: number;
  /** Between the two reads that must know nothing of a transaction before it is given up (DECISIONS 1.10). */
  readonly secondLookMs: number;
  /** Between two looks at payments that are under way. */
  readonly pollMs: number;
}

/** What admins see of the work in the background, and may do about it. */
export interface JobsOverview {
  list(): Promise<readonly JobQueue[]>;
  /** Runs what is scheduled once more, now. @returns false when there is no such schedule */
  run(name: string): Promise<boolean>;
}

/** Pages of the documentation as PDFs. */
export interface Documents {
  /** @throws AppError SERVICE_UNAVAILABLE when it cannot be made right now */
  pdf(slug: string): Promise<{ readonly body: Buffer; readonly etag: string }>;
}

/** What the product needs of the outside world. One for the process. */
export interface Services {
  readonly db: Database;
  readonly now: () => Date;
  readonly passwords: {
    hash(password: string): Promise<string>;
    /** False, after the same time, for an account without a password. */
    verify(hash: string | null, password: string): Promise<boolean>;
  };
  /** Queues a job. Resolves when it is stored. */
  readonly enqueue: <Name extends keyof JobPayloads>(name: Name, payload: JobPayloads[Name]) => Promise<void>;
  /** The Solana address that is this member's own to deposit to (DECISIONS 1.9). */
  readonly depositAddress: (userId: string) => string;
  /** The chain that backs the books. */
  readonly chain: ChainGateway;
  /** Holds the platform's keys. */
  readonly platformWallet: PlatformWallet;
  /** Where and which the chain is. */
  readonly chainRpc: ChainRpc;
  /** What an operator has set for money. */
  readonly money: MoneySettings;
  /** Fees, rates and thresholds as configured; changes of them are rows (see features/parameters). */
  readonly parameterDefaults: Parameters;
  /** Work by the clock and by events, for admins. */
  readonly jobs: JobsOverview;
  /** Tests of faults end the process here, or throw; else nothing happens. */
  readonly failpoint: (point: Failpoint) => Promise<void>;
  readonly secureCookies: boolean;
  /** Where uploads are kept. */
  readonly media: MediaStorage;
  /** Where GIFs are searched. */
  readonly gifs: GifService;
  /** Prints the documentation. */
  readonly documents: Documents;
  readonly signals: Signals;
  /** The rooms of the chat, as this process follows them for its streams. */
  readonly chat: ChatFeeds;
}

/** What a procedure knows of its call. */
export interface Context extends Services {
  readonly viewer: Viewer | null;
  readonly session: CurrentSession | null;
  /** Why credentials that were sent gave no session. */
  readonly sessionProblem: ErrorCode | null;
  /** What limits on visitors count by: the address, or of an IPv6 address its network. */
  readonly network: string;
  readonly idempotencyKey: string | null;
  /** What the caller's device calls itself. */
  readonly userAgent: string | null;
  /** Whether the session that the request came with is still open: for streams, which outlive many a session. */
  isSessionAlive(): Promise<boolean>;
  /** Answers 202: what was asked for is under way. */
  setAccepted(): void;
  /** Says in X-Total-Count how many elements a list has in all. */
  setTotal(total: number): void;
  setSessionCookie(token: string, expiresAt: Date): void;
  clearSessionCookie(): void;
  /** Takes one from the allowance of `key`. @throws AppError RATE_LIMITED */
  consume(limit: LimitName, key: string): Promise<void>;
  /** Takes one request from the caller's allowance. @throws AppError RATE_LIMITED */
  countRequest(): Promise<void>;
}

/** The context of a call that must have a caller. */
export interface MemberContext extends Context {
  readonly viewer: Viewer;
  readonly session: CurrentSession;
}
