import { HOUR_MS, type Trace } from "@bbux/contract";
import type { Database } from "@bbux/db";
import { noteTraces } from "./traces.command.ts";

const MOST_REMEMBERED = 10_000;
/** When each member's traces were last written to a database by this process, the longest ago first. */
const written = new WeakMap<Database, Map<string, number>>();

interface Caller {
  readonly db: Database;
  readonly traces: readonly Trace[];
  readonly now: () => Date;
}

/** Records where a member acts from, before what they do, so that it is known when their vote is counted. At most one write an hour. */
export async function noteCaller({ db, traces, now }: Caller, member: string): Promise<void> {
  const at = now();
  const times = written.get(db) ?? new Map<string, number>();
  written.set(db, times);
  const key = [member, ...traces.map(({ value }) => value)].join(" ");
  const last = times.get(key) ?? Number.NEGATIVE_INFINITY;
  if (at.getTime() - last < HOUR_MS) return;
  await noteTraces(db, member, traces, at);
  times.delete(key);
  times.set(key, at.getTime());
  const [oldest] = times.keys();
  if (times.size > MOST_REMEMBERED && oldest !== undefined) times.delete(oldest);
}
