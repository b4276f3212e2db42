import { describe, expect, it, vi } from "vitest";
import { pagesById, pagesByKey } from "./pages.ts";

const ROWS = ["9", "10", "11", "100"].map((id) => ({ id }));
const reader = (batchSize: number) =>
  vi.fn(async (after: string) => ROWS.filter(({ id }) => Number(id) > Number(after)).slice(0, batchSize));

async function all<T>(pages: AsyncIterable<readonly T[]>): Promise<(readonly T[])[]> {
  const read: (readonly T[])[] = [];
  for await (const page of pages) read.push(page);
  return read;
}

describe("pages by key", () => {
  it("have each row once, in order, and end with an empty page", async () => {
    const read = reader(2);
    expect(await all(pagesById(read))).toEqual([ROWS.slice(0, 2), ROWS.slice(2)]);
    expect(read.mock.calls).toEqual([["0"], ["10"], ["100"]]);
  });

  it("end with a page that isn't full, when its size is known", async () => {
    const read = reader(3);
    const pages = pagesByKey({ from: "9", read, keyOf: ({ id }) => id, batchSize: 3 });
    expect(await all(pages)).toEqual([ROWS.slice(1)]);
    const short = pagesByKey({ from: "10", read, keyOf: ({ id }) => id, batchSize: 3 });
    expect(await all(short)).toEqual([ROWS.slice(2)]);
    expect(read.mock.calls).toEqual([["9"], ["100"], ["10"]]);
  });

  it("aren't read ahead of the caller, and not at all after a failure", async () => {
    const read = reader(1);
    const failing = async () => {
      for await (const [row] of pagesById(read)) {
        expect(read).toHaveBeenLastCalledWith(row?.id === "9" ? "0" : "9");
        if (row?.id === "10") throw new Error("refused");
      }
    };
    await expect(failing()).rejects.toThrow("refused");
    expect(read).toHaveBeenCalledTimes(2);
  });
});
