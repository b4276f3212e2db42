import { connect, type Socket } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { type Signer, SignerError } from "@bbux/chain";
import type { z } from "zod";
import { answer, lineReader, type Method, MOST_ADDRESSES, RESULTS, toLine } from "./protocol.ts";

/** How long one call may take. */
export const PATIENCE_MS = 5_000;
/** How long a signer that is being restarted is waited for. */
const RESTART_MS = 1_500;
const RETRY_MS = 50;

export interface ConnectedSigner extends Signer {
  close(): void;
}

interface Waiting {
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: SignerError) => void;
  readonly timer: NodeJS.Timeout;
}

/**
 * The signer behind a Unix socket. It is connected with the first call, and again whenever the connection was lost. A call that was
 * sent isn't repeated: the caller asks again, and the same request gives the same bytes.
 * @param path of the socket
 */
export function connectSigner(
  path: string,
  { patienceMs = PATIENCE_MS, restartMs = RESTART_MS } = {},
): ConnectedSigner {
  const waiting = new Map<number, Waiting>();
  let connection: Promise<Socket> | undefined;
  let ids = 0;

  function lose(why: string): void {
    connection = undefined;
    for (const [id, { reject, timer }] of waiting) {
      clearTimeout(timer);
      waiting.delete(id);
      reject(new SignerError("UNREACHABLE", why));
    }
  }

  function receive(line: string): void {
    const { id, ...rest } = answer.parse(JSON.parse(line));
    const asked = waiting.get(id);
    if (!asked) return;
    clearTimeout(asked.timer);
    waiting.delete(id);
    if ("error" in rest) {
      const { code, rule, message } = rest.error;
      asked.reject(new SignerError(code, message, { rule }));
    } else asked.resolve(rest.result);
  }

  async function open(): Promise<Socket> {
    const socket = await dial(path, restartMs);
    // A process isn't kept alive by the connection.
    socket.unref();
    const read = lineReader(receive);
    socket.on("data", (chunk) => {
      try {
        read(chunk);
      } catch {
        socket.destroy();
      }
    });
    socket.on("error", () => undefined);
    socket.on("close", () => lose("The connection to the signer was lost"));
    return socket;
  }

  async function ask(method: Method, params: object): Promise<unknown> {
    connection ??= open();
    const current = connection;
    const socket = await current.catch((error: unknown) => {
      if (connection === current) connection = undefined;
      throw error;
    });
    const id = ++ids;
    return new Promise<unknown>((resolve, reject) => {
      const timer = setTimeout(() => {
        socket.destroy();
        lose("The signer takes too long");
      }, patienceMs);
      waiting.set(id, { resolve, reject, timer });
      socket.write(toLine({ id, method, params }), (error) => error && lose("The connection to the signer was lost"));
    });
  }

  async function call<T>(method: Method, result: z.ZodType<T>, params: object): Promise<T> {
    const parsed = result.safeParse(await ask(method, params));
    if (!parsed.success) throw new SignerError("UNREACHABLE", "The signer's answer can't be read");
    return parsed.data;
  }

  return {
    view: () => call("view", RESULTS.view, {}),
    keys: () => call("keys", RESULTS.keys, {}),
    newAddresses: (all) => inParts(all, (userIds) => call("newAddresses", RESULTS.newAddresses, { userIds })),
    addressesOf: (all) => inParts(all, (members) => call("addressesOf", RESULTS.addressesOf, { members })),
    pay: (request) => call("pay", RESULTS.pay, request),
    sweep: (request) => call("sweep", RESULTS.sweep, request),
    toCold: (request) => call("toCold", RESULTS.toCold, request),
    cancel: (request) => call("cancel", RESULTS.cancel, request),
    anchor: (request) => call("anchor", RESULTS.anchor, request),
    moveHot: (request) => call("moveHot", RESULTS.moveHot, request),
    handOver: (request) => call("handOver", RESULTS.handOver, request),
    createNonce: (request) => call("createNonce", RESULTS.createNonce, request),
    signCheckpoint: (text) => call("signCheckpoint", RESULTS.signCheckpoint, { text }),
    signNote: (text, day) => call("signNote", RESULTS.signNote, { text, day }),
    record: (after) => call("record", RESULTS.record, { after }),
    fence: () => call("fence", RESULTS.fence, {}),
    noteFence: (fence) => call("noteFence", RESULTS.noteFence, fence),
    close() {
      const current = connection;
      lose("The connection to the signer was closed");
      current?.then((socket) => socket.destroy()).catch(() => undefined);
    },
  };
}

/** Asks for no more addresses at once than one call may be about. */
async function inParts<Of, Answer>(
  all: readonly Of[],
  ask: (some: readonly Of[]) => Promise<readonly Answer[]>,
): Promise<readonly Answer[]> {
  const answers: Answer[] = [];
  for (let from = 0; from < all.length; from += MOST_ADDRESSES) {
    answers.push(...(await ask(all.slice(from, from + MOST_ADDRESSES))));
  }
  return answers;
}

/** @throws SignerError when nobody listens for as long as a restart takes */
async function dial(path: string, restartMs: number): Promise<Socket> {
  const end = performance.now() + restartMs;
  for (;;) {
    try {
      return await new Promise<Socket>((resolve, reject) => {
        const socket = connect(path);
        socket.once("error", reject);
        socket.once("connect", () => {
          socket.off("error", reject);
          resolve(socket);
        });
      });
    } catch (error) {
      if (performance.now() > end) throw new SignerError("UNREACHABLE", "The signer doesn't answer", { cause: error });
    }
    await pause(RETRY_MS);
  }
}
