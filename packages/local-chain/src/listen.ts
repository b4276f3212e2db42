import type { Server } from "node:http";

const TRIES = 50;

/** The port isn't available. */
export class PortTaken extends Error {}

/**
 * Listens on a port and the one after it; port 0 means any free pair.
 * @param servers the HTTP server and the websocket server
 * @returns the first port
 * @throws PortTaken
 */
export async function listenOnPair(
  servers: readonly [Server, Server],
  { host, port }: { host: string; port: number },
): Promise<number> {
  if (port !== 0) {
    if (await tryPair(servers, host, port)) return port;
    throw new PortTaken(
      `Port ${port} or ${port + 1} is taken, which the local chain needs: stop what listens there, or set LOCAL_CHAIN_PORT to another one.`,
    );
  }
  for (let tries = 0; tries < TRIES; tries++) {
    const free = await listen(servers[0], host, 0);
    if (free < 65_535 && (await isListening(servers[1], host, free + 1))) return free;
    await close(servers[0]);
  }
  throw new PortTaken("No two ports in a row are free for the local chain: set LOCAL_CHAIN_PORT.");
}

async function tryPair([http, websocket]: readonly [Server, Server], host: string, port: number): Promise<boolean> {
  if (port >= 65_535 || !(await isListening(http, host, port))) return false;
  if (await isListening(websocket, host, port + 1)) return true;
  await close(http);
  return false;
}

async function isListening(server: Server, host: string, port: number): Promise<boolean> {
  try {
    await listen(server, host, port);
    return true;
  } catch (error) {
    if (error instanceof Error && "code" in error && (error.code === "EADDRINUSE" || error.code === "EACCES"))
      return false;
    throw error;
  }
}

function listen(server: Server, host: string, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen({ host, port }, () => {
      server.off("error", reject);
      const address = server.address();
      resolve(typeof address === "object" && address ? address.port : port);
    });
  });
}

const close = (server: Server) => new Promise<void>((resolve) => server.close(() => resolve()));
