// @vitest-environment happy-dom
import { fireEvent, screen } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { cacheStorage } from "../lib/caches.support.ts";
import { forgetCopies } from "../lib/offlineCopies.ts";
import { keepOfflineTexts } from "./offlineTexts.ts";

/** Runs one of the scripts that are served as they are. */
const run = (name: string) => import(/* @vite-ignore */ new URL(`../../public/${name}`, import.meta.url).href);

let storage: ReturnType<typeof cacheStorage>;
beforeEach(async () => {
  vi.resetModules();
  vi.useFakeTimers();
  storage = cacheStorage();
  vi.stubGlobal("caches", storage);
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("Failed to fetch")));
  document.documentElement.lang = "en";
  document.body.innerHTML = `<main><img id="logo" alt=""><h1 id="title"></h1><p id="lead"></p><button id="again"></button></main>`;
  await keepOfflineTexts();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  localStorage.clear();
  document.body.innerHTML = "";
});

const DRAFT = "bbux.draft.comment.7.1";
const waiting = (id: string, triedAt: number | null = null) => {
  const content = `Comment ${id}`;
  const input = { postId: "1", content };
  return { kind: "comment", id, postId: "1", title: "Why?", draftKey: DRAFT, draft: content, triedAt, input };
};
const store = (...texts: object[]) => localStorage.setItem("bbux.outbox.7", JSON.stringify(texts));
const title = () => screen.getByRole("heading", { level: 1 }).textContent;

describe("the page that is shown without a connection", () => {
  it("has its words after someone signed in or out, and after a new release of the worker", async () => {
    await storage.open("bbux-copies");
    await storage.open("offline-1");
    forgetCopies();
    let activated: Promise<unknown> = Promise.resolve();
    const on = vi.fn();
    vi.stubGlobal("self", { addEventListener: on, registration: {}, clients: { claim: () => undefined } });
    await run("sw.js");
    const [, activate] = on.mock.calls.find(([name]) => name === "activate") ?? [];
    activate({ waitUntil: (work: Promise<unknown>) => (activated = work) });
    await activated;
    vi.stubGlobal("self", window);
    expect(await storage.keys()).toEqual(["bbux-words"]);

    await run("offline.js");
    await vi.waitFor(() => expect(title()).toBe("We can't load this page"));
  });

  it("shows what the member wrote though no post is kept, and nothing of one who signed out", async () => {
    store(waiting("a"));
    await run("offline.js");
    await vi.waitFor(() => expect(title()).toBe("We can't load this page"));
    expect(screen.queryByText("Comment a")).toBeNull();

    vi.resetModules();
    localStorage.setItem("bbux.member", "7");
    await run("offline.js");
    expect(await vi.waitFor(() => screen.getByText("Comment a"))).toBeTruthy();
  });

  it("lists the copies of who reads, and none that another tab kept of one who has signed out", async () => {
    const headers = (viewer: string) => ({ "x-at": "5", "x-title": `Read by ${viewer}`, "x-viewer": viewer });
    const copies = await storage.open("bbux-copies");
    await copies.put("/offline/posts/1", new Response("{}", { headers: headers("7") }));
    await copies.put("/offline/posts/2", new Response("{}", { headers: headers("visitor") }));
    await run("offline.js");
    await vi.waitFor(() =>
      expect(screen.getAllByRole("link").map((link) => link.textContent)).toEqual(["Read by visitor"]),
    );

    document.querySelector("section")?.remove();
    vi.resetModules();
    localStorage.setItem("bbux.member", "7");
    await run("offline.js");
    await vi.waitFor(() => expect(screen.getAllByRole("link").map((link) => link.textContent)).toEqual(["Read by 7"]));
  });

  it("says so when a text can't be taken back because of a draft, and keeps the key of one that was sent", async () => {
    localStorage.setItem("bbux.member", "7");
    store(waiting("a", 5), waiting("b"));
    localStorage.setItem(DRAFT, JSON.stringify("Begun"));
    await run("offline.js");
    const [button] = await vi.waitFor(() => screen.getAllByRole("button", { name: "Take back" }));
    if (!button) throw new Error("no button");
    fireEvent.click(button);
    expect(screen.getByText(/There's a draft in its form already/)).toBeTruthy();
    expect(localStorage.getItem(DRAFT)).toBe(JSON.stringify("Begun"));

    localStorage.removeItem(DRAFT);
    fireEvent.click(button);
    expect(screen.getByText(/Your text is back in its form/)).toBeTruthy();
    expect(localStorage.getItem(DRAFT)).toBe(JSON.stringify("Comment a"));
    expect(JSON.parse(localStorage.getItem(`bbux.taken.${DRAFT}`) ?? "null")).toEqual(waiting("a", 5));
    expect(JSON.parse(localStorage.getItem("bbux.outbox.7") ?? "[]")).toEqual([waiting("b")]);
  });
});
