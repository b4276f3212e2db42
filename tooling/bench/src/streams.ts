// npm run bench:streams [chat | notifications]: what open streams cost, and how soon they tell what happens.
import { availableParallelism, cpus, loadavg } from "node:os";
import { runScript } from "./script.ts";
import { chat } from "./streams.chat.ts";
import { letGoOfConnections } from "./streams.client.ts";
import { notifications } from "./streams.notifications.ts";

const [, , only] = process.argv;
const [cpu] = cpus();
for (const [name, run] of Object.entries({ notifications, chat })) {
  if (only !== undefined && only !== name) continue;
  console.log(
    `${name}: ${availableParallelism()} cores (${cpu?.model}), Node ${process.version}, load ${loadavg()[0]?.toFixed(2)}`,
  );
  await runScript(run);
}
letGoOfConnections();
