import { rmSync } from "node:fs";
import { createServer, type Socket } from "node:net";
import { dirname } from "node:path";
import { type Signer, SignerError } from "@bbux/chain";
import { z } from "zod";
import { privateFolder } from "./private-folder.ts";
import { lineReader, perform, request, toLine } from "./protocol.ts";

/** Each process of the platform holds one connection. */
const MOST_CONNECTIONS = 64;
/** A request that began to arrive has to be whole by then. */
const LINE_MS = 10_000;
/** The longest path of a Unix socket that every system takes. */
const MOST_PATH = 100;

export interface SignerServer {
  close(): Promise<void>;
}

/**
 * Serves a signer on a Unix socket that only this user can open: mode 0600, in a directory of mode 0700. The caller holds the lock of
 * the signer's directory, so a socket that is there was left by a dead process.
 * @param handOver gives socket and directory to another user, who may connect instead
 * @throws Error when the path is too long, or its directory is open to others
 */
export async function serveSigner(
  signer: Signer,
  path: string,
  handOver: ((path: string) => void) | null = null,
): Promise<SignerServer> {
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
    serveConnection(signer, socket);
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

function serveConnection(signer: Signer, socket: Socket): void {
  let pending = Promise.resolve();
  let late: NodeJS.Timeout | undefined;
  const read = lineReader((line) => {
    // One after the other, in the order in which they were asked.
    pending = pending.then(async () => {
      const reply = await answerTo(signer, line);
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
async function answerTo(signer: Signer, line: string): Promise<string | null> {
  let id: number;
  try {
    const { method, params, ...rest } = request.parse(JSON.parse(line));
    id = rest.id;
    try {
      return toLine({ id, result: await perform(signer, method, params) });
    } catch (error) {
      return toLine({ id, error: problemOf(error) });
    }
  } catch {
    return null;
  }
}

function problemOf(error: unknown): { code: string; message: string } {
  if (error instanceof SignerError) return { code: error.code, message: error.message };
  if (error instanceof z.ZodError) return { code: "REFUSED", message: "This is nothing that the signer signs" };
  // Nothing about the inside leaves the process.
  return { code: "UNREACHABLE", message: "The signer failed" };
}
