import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { test as base } from "@playwright/test";

/** A server that runs beside the one under test, with data of its own. */
export interface OwnServer {
  readonly origin: string;
  readonly dir: string;
  /** What it printed that was waited for. */
  readonly printed: string;
  stop(): Promise<void>;
}

interface Start {
  readonly env: Readonly<Record<string, string>>;
  /** What it prints once it listens, with a URL of its own. */
  readonly ready: RegExp;
}

/** Starts the built server as an operator would, in an empty data directory. */
export async function startServer(name: string, { env, ready }: Start): Promise<OwnServer> {
  const dir = join(process.env.BBUX_E2E_DATA ?? "", name);
  const server = spawn(process.execPath, [join(import.meta.dirname, "../../../apps/server/dist/main.js")], {
    env: {
      ...process.env,
      ...{ PORT: "0", HOST: "localhost", DATA_DIR: dir, LOCAL_CHAIN_PORT: "0", LOCAL_CHAIN_FINAL_AFTER: "1" },
      ...{ RATE_LIMITS: "off", NODE_ENV: "development", TIMEOUT_FACTOR: "20", ...env },
    },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const stop = async () => {
    const ended = once(server, "exit");
    server.kill("SIGTERM");
    await ended;
  };
  try {
    const printed = await printedBy(server, ready);
    const { origin } = new URL(printed.slice(printed.indexOf("http")).trim());
    return { origin, dir, printed, stop };
  } catch (error) {
    server.kill("SIGKILL");
    throw error;
  }
}

function printedBy(server: ChildProcess, ready: RegExp): Promise<string> {
  return new Promise((resolve, reject) => {
    let printed = "";
    server.stdout?.on("data", (chunk: Buffer) => {
      printed += chunk.toString();
      const found = ready.exec(printed)?.[0];
      if (found) resolve(found);
    });
    server.once("exit", (code) => reject(new Error(`the server ended with ${code}:\n${printed}`)));
  });
}

/**
 * Tests against a demo community of their own. Their worker runs no other tests, and whatever asks for the server's data there
 * gets this one's.
 */
const withDemo = () =>
  base.extend<object, { server: OwnServer }>({
    server: [
      async ({ browserName: _ }, use, { workerIndex }) => {
        const server = await startServer(`demo-${workerIndex}`, { env: { DEMO: "on" }, ready: /Web app +http\S+\n/ });
        process.env.BBUX_E2E_DATA = server.dir;
        await use(server);
        await server.stop();
      },
      { scope: "worker", timeout: 300_000 },
    ],
    baseURL: ({ server }, use) => use(server.origin),
  });

/** For what depends on everything that other tests leave behind. */
export const untouchedTest = withDemo();
/** For what changes things for everyone: a fee, an emergency stop. */
export const changingTest = withDemo();
