import { describe, expect, it } from "vitest";
import { LogUnreachable, logLines } from "./logLines.ts";

function answer(lines: object[], cut = 7): Response {
  const text = lines.map((line) => `${JSON.stringify(line)}\n`).join("");
  const bytes = new TextEncoder().encode(text);
  const pieces = Array.from({ length: Math.ceil(bytes.length / cut) }, (_, n) => bytes.slice(n * cut, (n + 1) * cut));
  return new Response(
    new ReadableStream({
      start(controller) {
        for (const piece of pieces) controller.enqueue(piece);
        controller.close();
      },
    }),
  );
}

async function read(from: (query: string) => Promise<Response>) {
  const heads: number[] = [];
  const lines: unknown[] = [];
  for await (const line of logLines(from, (seq) => heads.push(seq))) lines.push(JSON.parse(line));
  return { heads, lines };
}

describe("the log, fetched in parts", () => {
  it("is fetched to its end, even if that moves", async () => {
    const asked: string[] = [];
    const parts = [
      answer([{ through: 2, head: { seq: 3 } }, { seq: 1 }, { seq: 2, text: "zażółć" }]),
      answer([{ through: 4, head: { seq: 4 } }, { seq: 3 }, { seq: 4 }]),
    ];
    const { heads, lines } = await read(async (query) => {
      asked.push(query.split("&")[0] ?? "");
      return parts.shift() ?? Response.error();
    });
    expect(asked).toEqual(["after=0", "after=2"]);
    expect(heads).toEqual([3, 4]);
    expect(lines.flatMap((line) => (Object(line).seq ? [Object(line).seq] : []))).toEqual([1, 2, 3, 4]);
    expect(lines).toContainEqual({ seq: 2, text: "zażółć" });
  });

  it("ends at an empty part instead of fetching forever", async () => {
    const { lines } = await read(async () => answer([{ nonsense: true }]));
    expect(lines).toEqual([{ nonsense: true }]);
  });

  it("reports a failed fetch, which isn't a fault of the log", async () => {
    await expect(read(async () => new Response(null, { status: 503 }))).rejects.toThrow(LogUnreachable);
    await expect(read(() => Promise.reject(new TypeError("Failed to fetch")))).rejects.toThrow(LogUnreachable);
  });
});
