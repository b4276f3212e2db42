import { setTimeout as sleep } from "node:timers/promises";
import { Random } from "@bbux/db/testing/form";
import type { Client } from "./client.ts";
import type { Resident } from "./platform.ts";

const SOL = 1_000_000_000n;
const random = new Random();
const below = (most: number) => random.next(most);
const amount = (most: bigint) => SOL / 1_000n + BigInt(below(Number(most)));

/** A member's next action: anything that moves money. */
async function act(residents: readonly Resident[], client: Client, who: Resident): Promise<void> {
  const other = residents[below(residents.length)] ?? who;
  const dice = below(100);
  if (dice < 20) {
    const signature = await client.transfer(below(3) === 0 ? [who, other] : [who], who, amount(SOL));
    if (below(2) === 0) await client.confirm(who, signature, 5);
  } else if (dice < 35) {
    const signature = await client.relay(who, amount(SOL));
    if (signature) await client.confirm(who, signature, 5);
  } else if (dice < 70) {
    const id = await client.withdraw(who, amount(SOL / 2n));
    if (id) await client.follow(who, id, below(8));
  } else if (dice < 85) {
    await client.ask(who, (SOL / 100n) * BigInt(1 + below(50)));
  } else {
    const post = client.posts[below(client.posts.length)];
    if (!post) return;
    // Only the asker ends a post; otherwise its outcome wouldn't be known.
    if (post.asker !== who) await client.answer(who, post);
    else await client.end(post);
  }
}

/** All members act concurrently, each one step at a time, until stopped. @returns a function that stops it once all are finished */
export function load(residents: readonly Resident[], client: Client): { stop(): Promise<number> } {
  let over = false;
  let done = 0;
  const all = Promise.all(
    residents.map(async (who) => {
      while (!over) {
        await act(residents, client, who);
        done += 1;
        await sleep(below(50));
      }
    }),
  );
  return {
    async stop() {
      over = true;
      await all;
      return done;
    },
  };
}
