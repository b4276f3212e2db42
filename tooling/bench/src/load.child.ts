import autocannon from "autocannon";
import type { Load, Loaded } from "./load.ts";

process.on("message", (load: Load) => {
  void run(load).then((loaded) => process.send?.(loaded));
});
process.on("disconnect", () => process.exit(0));
process.send?.("ready");

async function run({ url, seconds, calls, rate }: Load): Promise<Loaded> {
  const latencies: number[] = [];
  let next = 0;
  const result = await autocannon({
    url,
    connections: calls.length,
    duration: seconds,
    sampleInt: 100,
    ...(rate === undefined ? {} : { overallRate: rate }),
    setupClient(client) {
      client.setRequests((calls[next++ % calls.length] ?? []).map((call) => ({ ...call })));
      client.on("response", (_status: number, _bytes: number, milliseconds: number) => latencies.push(milliseconds));
    },
  });
  return { latencies, seconds: result.duration, failed: result.errors + result.timeouts + result.non2xx };
}
