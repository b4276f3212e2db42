import type { Post } from "@bbux/contract";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { cacheStorage } from "../../lib/caches.support.ts";
import { COPIES, forgetCopies } from "../../lib/offlineCopies.ts";
import { dropCopy, excess, findCopy, KEPT, keepCopy } from "./copies.ts";

let storage: ReturnType<typeof cacheStorage>;
beforeEach(() => {
  storage = cacheStorage();
  vi.stubGlobal("caches", storage);
});

const post = (id: string, content = "Because") =>
  ({
    id,
    title: `Frage ${id} 質問`,
    content,
    author: { id: "3" },
    answers: [],
    comments: [],
    tags: [],
    codeBlocks: [],
  }) as unknown as Post;
const always = () => true;
const keep = (id: string, at: number, viewer: string | null = "7") => keepCopy({ post: post(id), at }, viewer, always);
const kept = () => [...(storage.stores.get(COPIES)?.keys() ?? [])].map((url) => url.slice(url.lastIndexOf("/") + 1));

describe("copies for reading offline", () => {
  it("are found again with the time from which they are, by the reader who made them and no one else", async () => {
    await keep("1", 1_000);
    expect(await findCopy("1", "7")).toEqual({ post: post("1"), at: 1_000 });
    expect(await findCopy("1", "8")).toBeNull();
    expect(await findCopy("1", null)).toBeNull();
    expect(await findCopy("2", "7")).toBeNull();
  });

  it("belong to the last signed-in member while the session is unknown", async () => {
    const stored = new Map([["bbux.member", "7"]]);
    vi.stubGlobal("localStorage", { getItem: (key: string) => stored.get(key) ?? null });
    await keep("1", 1_000);
    expect(await findCopy("1", undefined)).toEqual({ post: post("1"), at: 1_000 });
    stored.set("bbux.member", "8");
    expect(await findCopy("1", undefined)).toBeNull();
    stored.clear();
    expect(await findCopy("1", undefined)).toBeNull();
  });

  it("are the last 50 posts opened; opening one again makes it the latest", async () => {
    for (let n = 1; n <= KEPT.posts; n++) await keep(String(n), n);
    await keep("1", 1_000);
    await keep("new", 1_001);
    expect(kept()).toHaveLength(KEPT.posts);
    expect(kept()).toContain("1");
    expect(kept()).not.toContain("2");
  });

  it("are at most 4 MB together, without one that is very large", async () => {
    const large = "x".repeat(KEPT.largest - 1_000);
    for (let n = 1; n <= 10; n++) await keepCopy({ post: post(String(n), large), at: n }, "7", always);
    expect(kept()).toEqual(["3", "4", "5", "6", "7", "8", "9", "10"]);
    await keepCopy({ post: post("9", "x".repeat(KEPT.largest)), at: 20 }, "7", always);
    expect(kept()).not.toContain("9");
  });

  it("of another reader go as soon as this one keeps a post", async () => {
    await keep("1", 1, "7");
    await keep("2", 2, null);
    expect(kept()).toEqual(["2"]);
    const facts = { at: 1, bytes: 1 };
    expect(
      excess(
        [
          { url: "own", viewer: "7", ...facts },
          { url: "visitor's", viewer: "visitor", ...facts },
        ],
        "7",
      ),
    ).toEqual(["visitor's"]);
  });

  it("aren't made for someone who has signed out in the meantime", async () => {
    await keepCopy({ post: post("1"), at: 1 }, "7", () => false);
    expect(kept()).toEqual([]);
  });

  it("go with the post, and all of them when they are forgotten", async () => {
    await keep("1", 1);
    await keep("2", 2);
    await dropCopy("1");
    expect(kept()).toEqual(["2"]);
    forgetCopies();
    await vi.waitFor(() => expect(storage.stores.has(COPIES)).toBe(false));
  });

  it("that an older release made differently aren't shown", async () => {
    await keepCopy({ post: { ...post("1"), answers: undefined } as unknown as Post, at: 1 }, "7", always);
    expect(await findCopy("1", "7")).toBeNull();
  });

  it("are left out where the browser has no place for them", async () => {
    vi.stubGlobal("caches", undefined);
    await keep("1", 1);
    expect(await findCopy("1", "7")).toBeNull();
    expect(forgetCopies).not.toThrow();
  });
});
