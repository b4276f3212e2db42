import { existsSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { noticeBooks, requireSameChain } from "@bbux/api";
import { seedDemo } from "@bbux/api/demo";
import { ChainError, createWalletView } from "@bbux/chain";
import { databaseClock, migrate, type Waiver, withUnbacked } from "@bbux/db";
import pino from "pino";
import { buildApp, buildWorkerApp } from "./app.ts";
import { backupProgress } from "./backups/figures.ts";
import { startBackedUp } from "./backups/start.ts";
import { banner } from "./banner.ts";
import { openChain } from "./chain.ts";
import { prepareCustody } from "./custody.ts";
import { databaseUrlsOf, openDatabases, ownersUrl } from "./databases.ts";
import { noteSettings } from "./env.notes.ts";
import type { Env } from "./env.ts";
import { startJobs } from "./jobs/jobs.ts";
import { createMailer } from "./mail.ts";
import { parameterDefaults } from "./parameters.ts";
import { loadSessionSecret } from "./secrets.ts";
import { createServices, failpointOf } from "./services.ts";
import { createSignals } from "./signals.ts";
import { openSigner, withoutKey } from "./signer.ts";
import { firstAdmin, requireNoDemo } from "./start.checks.ts";
import { createStorage } from "./storage/index.ts";
import { createVault } from "./vault.ts";

/** The local chain is given this SOL after the members of the demo community have it. */
const DEMO_FUNDS: Waiver = { kind: "deposit", causes: "demo:", reason: "funds of the demo community" };

export interface Running {
  readonly address: string;
  /** Finishes work in progress, then releases everything, the database last. */
  stop(): Promise<void>;
}

/**
 * Starts the whole product: database, schema, jobs, server, demo community; or the part of it that ROLE names.
 * @param say prints a line for the operator
 * @param onLost called if the embedded database exits on its own
 */
export async function start(
  given: Env,
  webDist: string,
  say: (line: string) => void,
  onLost: () => void,
): Promise<Running> {
  const undo: (() => Promise<unknown>)[] = [];
  const stop = async () => {
    for (const step of undo.splice(0).reverse()) await step().catch((error: unknown) => say(String(error)));
  };
  try {
    const { signer, viewKeys, stop: stopSigner } = await openSigner(given);
    undo.push(stopSigner);
    const env = withoutKey(given);
    const sessionSecret = loadSessionSecret(env);
    // Buffered, so that a log line doesn't cost a system call; the rest is written on exit.
    const destination = pino.destination({ sync: false, minLength: 16_000 });
    const logger = pino(
      { level: env.LOG_LEVEL, redact: ["req.headers.authorization", "req.headers.cookie"] },
      destination,
    );
    const flusher = setInterval(() => destination.flush(), 500).unref();
    undo.push(async () => {
      clearInterval(flusher);
      destination.flushSync();
    });

    let url = ownersUrl(env);
    let database = "your PostgreSQL (DATABASE_URL)";
    if (!url) {
      say("Starting PostgreSQL …");
      const embedded = await startBackedUp(env, { say, onLost, log: logger });
      undo.push(() => embedded.stop());
      url = embedded.url;
      database = `embedded PostgreSQL in ${embedded.home}`;
    }
    const urls = databaseUrlsOf(env, url, sessionSecret);
    const applied = await migrate(urls, { say });
    if (applied.length > 0) say(`Migrated the database: ${applied.length} steps`);
    const [works, serves] = [env.ROLE !== "web", env.ROLE !== "worker"];
    const { db, chooseReads, jobsDb, close } = await openDatabases(env, urls, say);
    undo.push(close);
    await requireNoDemo(env, db);
    // Before anybody signs up, so that no id of lost books is given out again.
    await noticeBooks(jobsDb);

    const signals = await createSignals(env, urls, logger);
    undo.push(() => signals.close());

    if (!env.SOLANA_RPC_URL) say("Starting the local chain …");
    const chain = await openChain(env, say, onLost);
    undo.push(() => chain.stop());

    // Jobs start before the server so that they stop after it, because a request in progress may still queue one.
    let address = env.PUBLIC_ORIGIN ?? "";
    const jobs = await startJobs({
      database: urls,
      works,
      db: jobsDb,
      signals,
      media: createStorage(env),
      parameterDefaults: parameterDefaults(env),
      vault: createVault(sessionSecret),
      verifiesEmail: env.EMAIL_VERIFICATION === "on",
      failpoint: failpointOf(env.FAILPOINT),
      platformWallet: createWalletView(viewKeys),
      signer,
      notes: noteSettings(env),
      sendMail: createMailer(env),
      origin: () => address,
      backup: () => backupProgress(env, new Date()),
      log: logger,
      now: () => new Date(),
      databaseNow: () => databaseClock(jobsDb),
    });
    undo.push(() => jobs.stop());
    const services = createServices({
      env,
      sessionSecret,
      db,
      chooseReads,
      signer,
      viewKeys,
      enqueue: jobs.enqueue,
      jobs: jobs.overview,
      signals,
      chain,
    });
    const members = env.DEMO === "on" ? await withUnbacked(url, DEMO_FUNDS, () => seedDemo(services)) : [];
    await requireSameChain(services).catch(sayWrongChain(say));
    if (works) await prepareCustody(services, say);
    await jobs.workOnMoney({ ...services, db: jobsDb, databaseNow: () => databaseClock(jobsDb) });
    const app = await (serves ? buildApp : buildWorkerApp)({ env, services, sessionSecret, logger, webDist });
    undo.push(() => app.close());
    await app.listen({ port: env.PORT, host: env.HOST });
    const own = addressOf(env, app.server.address());
    address ||= own;
    const facts = { environment: env.NODE_ENV, data: env.DATA_DIR, database, chain: chain.says };
    say(banner({ ...facts, address: serves ? address : own, members, isWorker: !serves }));
    if (!serves) return { address: own, stop };
    for (const line of await firstAdmin(db, address, new Date())) say(line);
    if (!existsSync(webDist)) say("The web app is not built; only the API is served.");
    return { address, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** The product works without its chain, except for what needs it. */
function sayWrongChain(say: (line: string) => void) {
  return (error: unknown) => {
    if (!(error instanceof ChainError)) throw error;
    say(`The wallet is out of order: ${error.message}`);
  };
}

function addressOf(env: Env, bound: string | AddressInfo | null): string {
  const port = bound !== null && typeof bound === "object" ? bound.port : env.PORT;
  const host = env.HOST === "0.0.0.0" || env.HOST === "::" || env.HOST === "127.0.0.1" ? "localhost" : env.HOST;
  return `http://${host}:${port}`;
}
