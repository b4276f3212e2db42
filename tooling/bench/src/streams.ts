// npm run bench:streams [chat | notifications]: what open streams cost, and how soon they deliver events.
import { availableParallelism, cpus, loadavg } from "node:os";
import { runScript, scratchDatabase, type Undo } from "./script.ts";
import { startOurs } from "./servers.ts";
import { benchChat, CHAT_BENCH } from "./streams.chat.ts";
import { closeConnections, type StreamsPlace } from "./streams.client.ts";
import { benchNotifications, NOTIFICATIONS_BENCH } from "./streams.notifications.ts";

const BENCHES: Record<string, (place: StreamsPlace, undo: Undo) => Promise<unknown>> = {
  notifications: (place, undo) => benchNotifications(place, NOTIFICATIONS_BENCH, undo, console.log),
  chat: (place, undo) => benchChat(place, CHAT_BENCH, undo, console.log),
};

const [, , only] = process.argv;
const [cpu] = cpus();
for (const [name, run] of Object.entries(BENCHES)) {
  if (only !== undefined && only !== name) continue;
  console.log(
    `${name}: ${availableParallelism()} cores (${cpu?.model}), Node ${process.version}, load ${loadavg()[0]?.toFixed(2)}`,
  );
  await runScript(async (undo) => {
    const { dir, url: databaseUrl } = await scratchDatabase(name, undo);
    await run({ databaseUrl, startOurs: () => startOurs(databaseUrl, dir) }, undo);
  });
}
closeConnections();
