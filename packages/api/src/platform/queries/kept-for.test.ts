import type { Database } from "@bbux/db";
import { expect, it, vi } from "vitest";
import { keptFor } from "./kept-for.ts";

const at = (ms: number) => new Date(ms);
const database = () => ({}) as Database;

it("asks once in a while, for each database", async () => {
  const ask = vi.fn(async (_: Database, now: Date) => now.getTime());
  const read = keptFor(1_000, ask);
  const [one, other] = [database(), database()];
  expect(await Promise.all([read(one, at(0)), read(one, at(0)), read(one, at(999))])).toEqual([0, 0, 0]);
  expect(await read(other, at(999))).toBe(999);
  expect(await read(one, at(1_000))).toBe(1_000);
  expect(await read(one, at(500))).toBe(500);
  expect(ask).toHaveBeenCalledTimes(4);
});

it("doesn't keep a failure", async () => {
  let fails = true;
  const read = keptFor(1_000, async () => {
    if (fails) throw new Error("busy");
    return "here";
  });
  const db = database();
  await expect(read(db, at(0))).rejects.toThrow("busy");
  fails = false;
  expect(await read(db, at(1))).toBe("here");
});
