import { once } from "node:events";
import { createServer } from "node:net";

/**
 * Ports of the loopback that nothing listens on, each another one.
 * @param {number} count @returns {Promise<number[]>}
 */
export async function freePorts(count) {
  const servers = Array.from({ length: count }, () => createServer().listen(0, "localhost"));
  const ports = [];
  for (const server of servers) {
    if (!server.listening) await once(server, "listening");
    const address = server.address();
    if (address === null || typeof address === "string") throw new Error("no port is free");
    ports.push(address.port);
  }
  for (const server of servers) {
    server.close();
    await once(server, "close");
  }
  return ports;
}

/** A port of the loopback that nothing listens on. */
export async function freePort() {
  const [port = 0] = await freePorts(1);
  return port;
}
