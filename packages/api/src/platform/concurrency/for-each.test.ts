import { setImmediate as turn } from "node:timers/promises";
import { expect, it } from "vitest";
import { forEachConcurrently } from "./for-each.ts";

it("does as many at once as allowed, and the rest after them", async () => {
  const running = new Set<number>();
  const done: number[] = [];
  let most = 0;
  await forEachConcurrently([1, 2, 3, 4, 5], 2, async (item) => {
    running.add(item);
    most = Math.max(most, running.size);
    await turn();
    running.delete(item);
    done.push(item);
  });
  expect([most, done]).toEqual([2, [1, 2, 3, 4, 5]]);
});

it("does them all and then throws the first failure", async () => {
  const done: number[] = [];
  const failing = forEachConcurrently([1, 2, 3, 4], 2, async (item) => {
    if (item < 3) throw new Error(`${item}`);
    done.push(item);
  });
  await expect(failing).rejects.toThrow("1");
  expect(done).toEqual([3, 4]);
});
