import {
  AppError,
  CHAIN_PATIENCE_MS,
  type ChainRpc,
  createBrandReader,
  createChatFeeds,
  createLeakedPasswords,
  createPasswords,
  drawMemberId,
  type Failpoint,
  refundWithdrawal,
  type Services,
} from "@bbux/api";
import { type ChainGateway, createWalletView, type Signer, SignerError, type ViewKeys } from "@bbux/chain";
import { type Database, databaseClock } from "@bbux/db";
import { createDocuments } from "./documents/documents.ts";
import { payoutLimits } from "./env.checks.ts";
import { noteSettings } from "./env.notes.ts";
import { type Env, isForReal, securityHoldHours } from "./env.ts";
import { createGifs, gifOptions } from "./gifs.ts";
import { createMailTest } from "./mail-test.ts";
import { createOpenIdProviders } from "./openid.ts";
import { amountOf, approvalFrom, parameterDefaults } from "./parameters.ts";
import { passwordEstimates } from "./passwords/passwords.ts";
import { createStorage } from "./storage/index.ts";
import { createFingerprint, createVault, workSecretOf } from "./vault.ts";

/** Everything the product needs from the outside world, assembled from the environment. */
export function createServices(deps: {
  env: Env;
  /** What stored secrets are encrypted with. */
  sessionSecret: string;
  db: Database;
  /** Chooses where a request of visitors reads, if that isn't `db`. */
  chooseReads?: Services["chooseReads"];
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
  estimatePassword?: Services["estimatePassword"];
  now?: Services["now"];
  databaseNow?: Services["databaseNow"];
}): Services {
  const now = deps.now ?? (() => new Date());
  const brand = createBrandReader({ db: deps.db, signals: deps.signals, now });
  return {
    db: deps.db,
    chooseReads: deps.chooseReads ?? (() => deps.db),
    now,
    databaseNow: deps.databaseNow ?? (() => databaseClock(deps.db)),
    passwords: deps.passwords ?? createPasswords(),
    estimatePassword: deps.estimatePassword ?? passwordEstimates(deps.env.TIMEOUT_FACTOR),
    vault: createVault(deps.sessionSecret),
    fingerprint: createFingerprint(deps.sessionSecret),
    publicOrigin: deps.env.PUBLIC_ORIGIN ?? null,
    openIdProviders: createOpenIdProviders(deps.env.OPENID_PROVIDERS ?? [], deps.env.PUBLIC_ORIGIN),
    signUpWork: { asked: whenWorkIsAsked(deps.env), secret: workSecretOf(deps.sessionSecret) },
    staffNeedFactor: deps.env.DEMO !== "on",
    isLeakedPassword: createLeakedPasswords(deps.env.PASSWORD_RANGE_URL ?? null),
    verifiesEmail: deps.env.EMAIL_VERIFICATION === "on",
    limitsByTrust: deps.env.RATE_LIMITS === "on" && deps.env.TRUST_LIMITS === "on",
    showsMailedLinks: showsMailedLinks(deps.env),
    enqueue: deps.enqueue,
    signals: deps.signals,
    chat: createChatFeeds(deps),
    drawMemberId: () => drawMemberId(deps),
    refundWithdrawal,
    depositAddresses: (userIds) => deps.signer.newAddresses(userIds).catch(unavailable),
    chain: deps.chain.gateway,
    chainRpc: { ...deps.chain.rpc, patienceMs: CHAIN_PATIENCE_MS * deps.env.TIMEOUT_FACTOR },
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
    brand,
    mailTest: createMailTest({ env: deps.env, db: deps.db, now }),
    documents: createDocuments(deps.env, brand),
  };
}

function unavailable(error: unknown): never {
  throw error instanceof SignerError ? new AppError("SERVICE_UNAVAILABLE", { cause: error }) : error;
}

/** Anyone who signs up with any address sees the link, so it proves nothing where members are real. */
function showsMailedLinks(env: Env): boolean {
  return !isForReal(env) && env.SMTP_URL === undefined;
}

/** Where limits are off, so is what the load turns on. */
function whenWorkIsAsked({ SIGNUP_PROOF_OF_WORK: when, RATE_LIMITS: limits }: Env): Services["signUpWork"]["asked"] {
  if (when === "auto") return limits === "on" ? "under load" : "never";
  return when === "on" ? "always" : "never";
}

const NO_JOBS: Services["jobs"] = { list: async () => [], run: async () => false };

function moneySettings(env: Env, rpc: ChainRpc): Services["money"] {
  const limits = payoutLimits(env);
  return {
    dailyWithdrawalLimit: limits.member,
    payoutLimits: { hour: limits.hour, day: limits.day },
    approvalFrom: approvalFrom(env, rpc.cluster === "local"),
    securityHoldHours: securityHoldHours(env, rpc.cluster === "local"),
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

/** Below the connections that a worker has, so that its other jobs find one. */
const CONCURRENCY = 8;

/** Ends the process like a power failure: no handler runs, nothing is flushed. */
export function failpointOf(name: Failpoint | undefined): Services["failpoint"] {
  return async (point) => {
    if (point === name) process.kill(process.pid, "SIGKILL");
  };
}
