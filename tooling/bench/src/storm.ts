import { createPool } from "@bbux/db";
import type { Call, Generator } from "./load.ts";
import { percentile } from "./load.ts";

const PASSWORD = "correct horse battery";
/** Other requests per second, with and without the storm. */
const RATE = 100;

export interface Storm {
  readonly signIns: number;
  readonly succeeded: number;
  /** Seconds until the last one was answered. */
  readonly took: number;
  /** Milliseconds for feed pages read at the same time. */
  readonly calm: { readonly p50: number; readonly p99: number };
  readonly storm: { readonly p50: number; readonly p99: number };
}

/** Many members sign in at the same moment, each from a different address, while others read the feed. */
export async function signInStorm(args: {
  url: string;
  databaseUrl: string;
  generator: Generator;
  call: Call;
  signIns: number;
  /** Seconds of reading, during the sign-ins and before them. */
  seconds: number;
}): Promise<Storm> {
  const { url, databaseUrl, generator, call, signIns, seconds } = args;
  await givePasswords(url, databaseUrl, signIns);
  const calls = Array.from({ length: 8 }, () => [call]);
  const others = (duration: number) => generator.run({ url, seconds: duration, calls, rate: RATE });
  await others(Math.min(2, seconds));
  const calm = await others(seconds);
  const reading = others(seconds);
  await new Promise((resolve) => setTimeout(resolve, 300));
  const start = performance.now();
  const answers = await Promise.all(
    Array.from({ length: signIns }, (_, n) =>
      post(`${url}/api/auth/login`, { email: `member${n}@example.org`, password: PASSWORD }, n),
    ),
  );
  const took = (performance.now() - start) / 1000;
  const storm = await reading;
  const of = (latencies: readonly number[]) => ({ p50: percentile(latencies, 0.5), p99: percentile(latencies, 0.99) });
  return {
    signIns,
    succeeded: answers.filter((status) => status === 200).length,
    took,
    calm: of(calm.latencies),
    storm: of(storm.latencies),
  };
}

/** One sign-up computes a real hash, which the others share. */
async function givePasswords(url: string, databaseUrl: string, count: number): Promise<void> {
  const account = { username: "stormbringer", email: "stormbringer@example.org", password: PASSWORD };
  const status = await post(`${url}/api/auth/signup`, account, 0);
  if (status !== 200) throw new Error(`The sign-up before the storm: ${status}`);
  const pool = createPool({ url: databaseUrl, as: "owner", max: 1 });
  await pool.query(
    `update users set password_hash = (select password_hash from users where username = $1)
     where username in (select 'member' || n from generate_series(0, $2::int - 1) n)`,
    [account.username, count],
  );
  await pool.end();
}

async function post(url: string, body: object, from: number): Promise<number> {
  const address = `10.0.${Math.floor(from / 250)}.${1 + (from % 250)}`;
  const headers = { "content-type": "application/json", "x-forwarded-for": address };
  const answer = await fetch(url, { method: "POST", headers, body: JSON.stringify(body) });
  await answer.arrayBuffer();
  return answer.status;
}
