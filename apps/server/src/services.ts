import {
  AppError,
  type ChainRpc,
  createChatFeeds,
  createLeakedPasswords,
  createPasswords,
  type Failpoint,
  type Services,
} from "@bbux/api";
import { type ChainGateway, createWalletView, type Signer, SignerError, type ViewKeys } from "@bbux/chain";
import { type Database, databaseClock } from "@bbux/db";
import { createDocuments } from "./documents/documents.ts";
import { payoutLimits } from "./env.checks.ts";
import { noteSettings } from "./env.notes.ts";
import { type Env, isForReal } from "./env.ts";
import { createGifs, gifOptions } from "./gifs.ts";
import { amountOf, parameterDefaults } from "./parameters.ts";
import { createStorage } from "./storage/index.ts";
import { createVault } from "./vault.ts";

/** Everything the product needs from the outside world, assembled from the environment. */
export function createServices(deps: {
  env: Env;
  /** What stored secrets are encrypted with. */
  sessionSecret: string;
  db: Database;
  signer: Signer;
  /** What the signer says that its transactions are recognized by. */
  viewKeys: ViewKeys;
  enqueue: Services["enqueue"];
  signals: Services["signals"];
  chain: { gateway: ChainGateway; rpc: ChainRpc; witness?: Services["witness"] };
  /** Unset if no jobs are started. */
  jobs?: Services["jobs"];
  failpoint?: Services["failpoint"];
  passwords?: Services["passwords"];
  now?: Services["now"];
  databaseNow?: Services["databaseNow"];
}): Services {
  return {
    db: deps.db,
    now: deps.now ?? (() => new Date()),
    databaseNow: deps.databaseNow ?? (() => databaseClock(deps.db)),
    passwords: deps.passwords ?? createPasswords(),
    vault: createVault(deps.sessionSecret),
    publicOrigin: deps.env.PUBLIC_ORIGIN ?? null,
    staffNeedFactor: deps.env.DEMO !== "on",
    isLeakedPassword: createLeakedPasswords(deps.env.PASSWORD_RANGE_URL ?? null),
    verifiesEmail: deps.env.EMAIL_VERIFICATION === "on",
    showsMailedLinks: showsMailedLinks(deps.env),
    enqueue: deps.enqueue,
    signals: deps.signals,
    chat: createChatFeeds(deps),
    depositAddresses: (userIds) => deps.signer.newAddresses(userIds).catch(unavailable),
    chain: deps.chain.gateway,
    chainRpc: deps.chain.rpc,
    witness: deps.chain.witness ?? null,
    platformWallet: createWalletView(deps.viewKeys),
    signer: deps.signer,
    notes: noteSettings(deps.env),
    money: moneySettings(deps.env, deps.chain.rpc),
    parameterDefaults: parameterDefaults(deps.env),
    jobs: deps.jobs ?? NO_JOBS,
    failpoint: deps.failpoint ?? failpointOf(deps.env.FAILPOINT),
    secureCookies: deps.env.NODE_ENV === "production",
    media: createStorage(deps.env),
    gifs: createGifs(gifOptions(deps.env)),
    documents: createDocuments(deps.env),
  };
}

function unavailable(error: unknown): never {
  throw error instanceof SignerError ? new AppError("SERVICE_UNAVAILABLE", { cause: error }) : error;
}

/** Anyone who signs up with any address sees the link, so it proves nothing where members are real. */
function showsMailedLinks(env: Env): boolean {
  return !isForReal(env) && env.SMTP_URL === undefined;
}

const NO_JOBS: Services["jobs"] = { list: async () => [], run: async () => false };

function moneySettings(env: Env, rpc: ChainRpc): Services["money"] {
  const limits = payoutLimits(env);
  return {
    dailyWithdrawalLimit: limits.member,
    payoutLimits: { hour: limits.hour, day: limits.day },
    approvalFrom: approvalFrom(env, rpc),
    // The SOL of the local chain is worth nothing.
    securityHoldHours: env.SECURITY_HOLD_HOURS ?? (rpc.cluster === "local" ? 0 : SECURITY_HOLD_HOURS),
    hotWalletFloor: amountOf(env.HOT_WALLET_FLOOR),
    hotWalletCeiling: env.HOT_WALLET_CEILING === undefined ? null : amountOf(env.HOT_WALLET_CEILING),
    coldWallet: env.COLD_WALLET_ADDRESS ?? null,
    sweepFrom: amountOf(env.SWEEP_FROM),
    noncePool: env.NONCE_POOL,
    concurrency: CONCURRENCY,
    maxPriorityFee: amountOf(env.PRIORITY_FEE_LIMIT),
    watchCallsPerSecond: env.WATCH_CALLS_PER_SECOND,
    // The local chain answers immediately and has no rate limit.
    pollMs: rpc.cluster === "local" ? 250 : 2_000,
    witnessFrom: amountOf(env.WITNESS_FROM),
    singleNodeLimit: rpc.cluster === "local" ? null : amountOf(env.SINGLE_NODE_LIMIT),
    secondLookMs: env.WITHDRAWAL_SECOND_LOOK_SECONDS * 1_000,
  };
}

/** On the local chain, whose SOL is worth nothing, only if it is asked for. */
function approvalFrom({ APPROVAL_FROM: given }: Env, { cluster }: ChainRpc): bigint | null {
  if (given === "off" || (given === undefined && cluster === "local")) return null;
  return amountOf(given ?? APPROVAL_FROM);
}

/** Below the connections that a worker has, so that its other jobs find one. */
const CONCURRENCY = 8;

/** Hours that withdrawals are held for security, if nothing else is configured. */
const SECURITY_HOLD_HOURS = 24;

/** BBUX from which on two admins approve a withdrawal, if nothing else is configured. */
const APPROVAL_FROM = "100";

/** Ends the process like a power failure: no handler runs, nothing is flushed. */
export function failpointOf(name: Failpoint | undefined): Services["failpoint"] {
  return async (point) => {
    if (point === name) process.kill(process.pid, "SIGKILL");
  };
}
