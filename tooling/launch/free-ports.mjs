import { randomInt } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:net";

/** Below the ports that systems give to connections and to `listen(0)`, so that a port stays free until its server starts. */
const FROM = 10_000;
const BELOW = 32_000;

/**
 * Ports of the loopback that nothing listens on, each another one.
 * @param {number} count @returns {Promise<number[]>}
 */
export async function freePorts(count) {
  /** @type {Set<number>} */
  const ports = new Set();
  for (let tries = 0; ports.size < count; tries += 1) {
    if (tries > 1_000) throw new Error("no port is free");
    const port = randomInt(FROM, BELOW);
    if ((await isFree(port, "127.0.0.1")) && (await isFree(port, "::1"))) ports.add(port);
  }
  return [...ports];
}

/** A port of the loopback that nothing listens on. */
export async function freePort() {
  const [port = 0] = await freePorts(1);
  return port;
}

/** @param {number} port @param {string} host @returns {Promise<boolean>} also true where the machine has no such address */
async function isFree(port, host) {
  const server = createServer();
  try {
    await once(server.listen(port, host), "listening");
  } catch (error) {
    return error instanceof Error && "code" in error && error.code !== "EADDRINUSE" && error.code !== "EACCES";
  }
  server.close();
  await once(server, "close");
  return true;
}
