import type { ChildProcess } from "node:child_process";
import { SignerError, type ViewKeys } from "@bbux/chain";
import { z } from "zod";
import { type ConnectedSigner, connectSigner, PATIENCE_MS } from "./client.ts";
import { forkSigner, KEEPER } from "./process.ts";
import type { SignerSettings } from "./settings.ts";

const said = z.union([z.object({ address: z.string() }), z.object({ problem: z.string() })]);
/** A signer that takes longer than this to start isn't coming. */
const START_MS = 30_000;

export interface RunningSigner {
  readonly signer: ConnectedSigner;
  readonly viewKeys: ViewKeys;
  /** Of the process that keeps the signer running; null for one that was there. */
  readonly pid: number | null;
  stop(): Promise<void>;
}

/**
 * Starts a signer in processes of its own, or uses the one that serves the directory already. It is restarted when it dies, and
 * ends with this process.
 * @param file the entry of its processes
 * @throws Error with a sentence for the operator
 */
export async function startSigner(file: string, settings: SignerSettings): Promise<RunningSigner> {
  const child = forkSigner(file, KEEPER);
  const stop = () => end(child);
  const failed = failureOf(child);
  try {
    const address = await Promise.race([addressOf(child, settings), failed]);
    const signer = connectSigner(settings.socket, { restartMs: START_MS });
    const viewKeys = await Promise.race([signer.view(), failed]).finally(() => signer.close());
    if (viewKeys.address !== address)
      throw new Error(`The signer that runs here is for the wallet ${viewKeys.address}`);
    child.unref();
    child.channel?.unref();
    const running = connectSigner(settings.socket, { patienceMs: PATIENCE_MS * (settings.timeoutFactor ?? 1) });
    return {
      signer: running,
      viewKeys,
      pid: child.pid ?? null,
      async stop() {
        running.close();
        await stop();
      },
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Connects to a signer that was started on its own. @throws Error with a sentence for the operator when it doesn't answer */
export async function reachSigner(socket: string, timeoutFactor = 1): Promise<RunningSigner> {
  const signer = connectSigner(socket, { patienceMs: PATIENCE_MS * timeoutFactor });
  try {
    return { signer, viewKeys: await signer.view(), pid: null, stop: async () => signer.close() };
  } catch (error) {
    signer.close();
    if (!(error instanceof SignerError)) throw error;
    throw new Error(`No signer answers at ${socket} (SIGNER_SOCKET): start it first`, { cause: error });
  }
}

function addressOf(child: ChildProcess, settings: SignerSettings): Promise<string> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error("The signer doesn't start")), START_MS);
    child.once("exit", () => clearTimeout(timer));
    child.on("message", (message) => {
      clearTimeout(timer);
      const known = said.safeParse(message);
      if (known.success && "address" in known.data) resolve(known.data.address);
    });
    child.send(settings);
  });
}

/** Rejects with the reason why it doesn't start, also once its wallet is known: its record may be damaged. */
function failureOf(child: ChildProcess): Promise<never> {
  const failure = new Promise<never>((_, reject) => {
    child.on("message", (message) => {
      const known = said.safeParse(message);
      if (!known.success) reject(new Error("The signer says nothing"));
      else if ("problem" in known.data) reject(new Error(known.data.problem));
    });
    child.on("exit", () => reject(new Error("The signer ended")));
  });
  // It may also end after it was started, which callers notice when they ask.
  failure.catch(() => undefined);
  return failure;
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((resolve) => child.once("exit", resolve));
  // Or a start that fails would end here, before it says why.
  child.ref();
  if (child.connected) child.disconnect();
  await ended;
}
