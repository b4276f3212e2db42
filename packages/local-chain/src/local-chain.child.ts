import { createServer } from "node:http";
import { Chain } from "./chain.ts";
import { controls } from "./control.ts";
import { Faults, MOST_LAG } from "./faults.ts";
import { listenOnPair, PortTaken } from "./listen.ts";
import { childOptions, type FromChild, PARK, STOP } from "./protocol.ts";
import { createRpcServer } from "./rpc/http.ts";
import { Subscriptions } from "./rpc/subscriptions.ts";
import { StoreInUse } from "./store.ts";

/*
 * The process of the local chain. The VM aborts its process on bad input, so it gets a separate one, which the supervisor
 * restarts. It exits with its parent, however that ended.
 */

process.on("disconnect", () => process.exit(0));
// Ctrl-C reaches the whole process group, but the server still needs the chain while it shuts down and stops it afterward.
process.on("SIGINT", () => undefined).on("SIGTERM", () => undefined);

const log = (line: string) => process.stderr.write(`${line}\n`);
const send = (message: FromChild) => process.send?.(message);
let end: () => void = () => undefined;

async function run(given: unknown): Promise<void> {
  const { host, port, control, ...options } = childOptions.parse(given);
  const chain = new Chain({ ...options, remembers: control ? MOST_LAG : 0 });
  const faults = new Faults();
  const sockets = createServer((_, response) => response.writeHead(426).end());
  const subscriptions = new Subscriptions(chain, faults, sockets);
  const context = { chain, faults, log, control: control ? controls(faults, () => subscriptions.tick()) : new Map() };
  const http = createRpcServer(context, () => process.exit(1));
  const taken = await listenOnPair([http, sockets], { host, port });
  const timers = [
    setInterval(() => subscriptions.tick(), Math.min(Math.max(options.slotMs, 10), 200)),
    setInterval(() => chain.store.noteSlot(chain.clock.slot()), 1_000),
  ];
  end = () => {
    end = () => undefined;
    for (const timer of timers) clearInterval(timer);
    subscriptions.close();
    for (const server of [http, sockets]) server.close().closeAllConnections();
    chain.store.noteSlot(chain.clock.slot());
    chain.store.close();
  };
  send({ type: "ready", port: taken });
}

function begin(given: unknown): void {
  run(given).catch((error: unknown) => {
    const isRefusal = error instanceof StoreInUse || error instanceof PortTaken;
    if (isRefusal) send({ type: "refused", message: error.message });
    else log(error instanceof Error ? (error.stack ?? error.message) : String(error));
    process.exitCode = 1;
    process.disconnect?.();
  });
}

process.on("message", (message) => {
  if (message === STOP || message === PARK) end();
  else begin(message);
  if (message === STOP) process.exit(0);
});
begin(JSON.parse(process.argv[2] ?? ""));
