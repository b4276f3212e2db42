import { describe, expect, it } from "vitest";
import { cases } from "./cases.ts";
import { document, type Operation, operations, readsOne } from "./document.ts";
import { kindsOfRefusal, NOT_PROVOKED } from "./refusals.ts";
import { settled, testCasesOf } from "./sweep.ts";

// Every documented call about content, with its success and its refusals; the others have files of their own.

const world = testCasesOf("content");

describe("the document", () => {
  it("declares no call or refusal without a case here [C7.67 M8.19]", () => {
    /** The statuses and codes that the cases of a call cover. */
    const shown = (operation: Operation) => [
      ...(cases[operation.id] ?? []).map((one) => one.refused ?? (one.pending ? "202" : "200")),
      ...kindsOfRefusal.filter((kind) => kind.applies(operation)).map(({ code }) => code),
      "RATE_LIMITED",
      ...(readsOne(operation) ? ["BAD_REQUEST"] : []),
    ];
    const missing = operations.flatMap((operation) => {
      const { id, refusals, mayBePending } = operation;
      const refused = [...refusals.values()].flat();
      const provoked = refused.filter((code) => !NOT_PROVOKED.has(code) && !NOT_PROVOKED.has(`${id} ${code}`));
      const documented: string[] = ["200", ...(mayBePending ? ["202"] : []), ...provoked];
      const has = new Set<string>(shown(operation));
      return documented.filter((code) => !has.has(code)).map((code) => `${id} ${code}`);
    });
    expect(missing).toEqual([]);
  });

  it("has every call that a case is written for", () => {
    expect(Object.keys(cases).sort()).toEqual(operations.map(({ id }) => id).sort());
  });

  it("is what /api/openapi.json serves, and /api/reference shows it without contacting another host", async () => {
    const served = await world().t.app.inject({ url: "/api/openapi.json" });
    expect(served.json()).toEqual(JSON.parse(JSON.stringify(document)));
    const page = await world().t.app.inject({ url: "/api/reference/" });
    expect(page.statusCode).toBe(200);
    expect(page.body).not.toMatch(/https?:\/\//);
    const policy = String(page.headers["content-security-policy"]);
    expect(policy).toContain("default-src 'none'; script-src 'self' 'sha256-");
    expect(policy).toContain("connect-src 'self';");
  });

  it("is followed where formats can't be checked: times are in UTC, ids are strings of digits [C7.11]", async () => {
    const { postId } = await world().answered({ bountyAmount: 1 });
    const bodies = await Promise.all(
      [`/posts/${postId}`, "/posts", "/users/asker", "/tags", "/wallet"].map(async (path) =>
        world().t.app.inject({ url: `/api${path}`, headers: world().asker.headers }),
      ),
    );
    const text = bodies.map(({ body }) => body).join("\n");
    const times = [...text.matchAll(/"\w+At":("[^"]*"|null|\d+)/g)].map(([, time]) => time ?? "");
    expect(times.length).toBeGreaterThan(10);
    for (const time of times) expect(time).toMatch(/^(null|"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z")$/);
    const ids = [...text.matchAll(/"(?:id|\w+Id)":("[^"]*"|null|\d+)/g)].map(([, id]) => id ?? "");
    expect(ids.length).toBeGreaterThan(10);
    for (const id of ids) expect(id).toMatch(/^(null|"\d+")$/);
  });

  it("is identical under /api/v1 [M7.26]", async () => {
    // Between two slots the chain would name another blockhash.
    await world().chain.pause();
    for (const { method, path } of operations.filter((operation) => operation.method === "GET")) {
      const url = path.replace(/\{\w+\}/g, "999999999");
      const [one, other] = await Promise.all([
        world().t.app.inject({ method: "GET", url: `/api${url}`, headers: world().asker.headers }),
        world().t.app.inject({ method: "GET", url: `/api/v1${url}`, headers: world().asker.headers }),
      ]);
      const at = `${method} ${url}`;
      expect([other.statusCode, settled(other.json())], at).toEqual([one.statusCode, settled(one.json())]);
    }
    await world().chain.resume();
  });
});
