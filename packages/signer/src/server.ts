import { rmSync } from "node:fs";
import { createServer, type Socket } from "node:net";
import { dirname } from "node:path";
import { type Signer, SignerError } from "@bbux/chain";
import { z } from "zod";
import { command, commandRequest, type SignerControl } from "./control.ts";
import { privateFolder } from "./private-folder.ts";
import { lineReader, perform, request, toLine } from "./protocol.ts";
import { RecordError } from "./record.ts";

/** Each process of the platform holds one connection. */
const MOST_CONNECTIONS = 64;
/** A request that began to arrive has to be whole by then. */
const LINE_MS = 10_000;
/** The longest path of a Unix socket that every system takes. */
const MOST_PATH = 100;

export interface SignerServer {
  close(): Promise<void>;
}

export interface ServerOptions {
  /** Gives socket and directory to another user, who may connect instead. */
  readonly handOver?: ((path: string) => void) | null;
  /** The record can't be written, so nothing can be signed until it is opened again. */
  readonly onBroken: () => void;
}

/** Serves a signer to the platform. @throws Error as {@link serve} */
export function serveSigner(signer: Signer, path: string, options: ServerOptions): Promise<SignerServer> {
  return serve(path, options, (asked) => {
    const { id, method, params } = request.parse(asked);
    return { id, answer: () => perform(signer, method, params) };
  });
}

/** Serves the operator's commands to the signer's own user. @throws Error as {@link serve} */
export function serveControl(control: SignerControl, path: string, options: ServerOptions): Promise<SignerServer> {
  return serve(path, options, (asked) => {
    const { id, method, params } = commandRequest.parse(asked);
    return { id, answer: async () => command(control, method, params) };
  });
}

/** Reads a request. @throws z.ZodError for something that is none */
type Reader = (asked: unknown) => { readonly id: number; readonly answer: () => Promise<unknown> };

/**
 * Answers on a Unix socket that only this user can open: mode 0600, in a directory of mode 0700. The caller holds the lock of
 * the signer's directory, so a socket that is there was left by a dead process.
 * @throws Error when the path is too long, or its directory is open to others
 */
async function serve(path: string, { handOver, onBroken }: ServerOptions, read: Reader): Promise<SignerServer> {
  if (Buffer.byteLength(path) > MOST_PATH) {
    throw new Error(`The path of the signer's socket is too long: set SIGNER_SOCKET to a shorter one than ${path}`);
  }
  const folder = dirname(path);
  privateFolder(folder);
  rmSync(path, { force: true });
  const open = new Set<Socket>();
  const server = createServer((socket) => {
    open.add(socket);
    socket.on("close", () => open.delete(socket));
    serveConnection(socket, read, onBroken);
  });
  server.maxConnections = MOST_CONNECTIONS;
  const umask = process.umask(0o177);
  try {
    await new Promise<void>((resolve, reject) => {
      server.once("error", reject);
      server.listen(path, resolve);
    });
  } finally {
    process.umask(umask);
  }
  for (const each of [path, folder]) handOver?.(each);
  return {
    async close() {
      for (const socket of open) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function serveConnection(socket: Socket, reader: Reader, onBroken: () => void): void {
  let pending = Promise.resolve();
  let late: NodeJS.Timeout | undefined;
  const read = lineReader((line) => {
    // Begun at once, so that those that were asked together share a sync of the disk, and answered in the order in which they were asked.
    const answered = answerTo(reader, line, onBroken);
    pending = pending.then(async () => {
      const reply = await answered;
      if (reply === null) socket.destroy();
      else if (!socket.destroyed) socket.write(reply);
    });
  });
  socket.on("error", () => socket.destroy());
  socket.on("close", () => clearTimeout(late));
  socket.on("data", (chunk) => {
    clearTimeout(late);
    try {
      read(chunk);
    } catch {
      socket.destroy();
    }
    if (chunk.at(-1) !== 10) late = setTimeout(() => socket.destroy(), LINE_MS);
  });
}

/** @returns the line to send, or null for something that is no request */
async function answerTo(read: Reader, line: string, onBroken: () => void): Promise<string | null> {
  let asked: ReturnType<Reader>;
  try {
    asked = read(JSON.parse(line));
  } catch {
    return null;
  }
  const { id, answer } = asked;
  try {
    return toLine({ id, result: await answer() });
  } catch (error) {
    if (error instanceof RecordError) onBroken();
    return toLine({ id, error: problemOf(error) });
  }
}

function problemOf(error: unknown): { code: string; rule: string | null; message: string } {
  if (error instanceof SignerError) return { code: error.code, rule: error.rule, message: error.message };
  if (error instanceof z.ZodError) {
    return { code: "REFUSED", rule: null, message: "This is nothing that the signer signs" };
  }
  // Nothing about the inside leaves the process.
  return { code: "UNREACHABLE", rule: null, message: "The signer failed" };
}
