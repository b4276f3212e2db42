import { GIF_MESSAGES, isGifUrl, RATE_LIMITS } from "@bbux/contract";
import pino from "pino";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createGifs } from "../gifs.ts";
import { createTestApp, type TestApp, type TestMember } from "../testing.ts";
import { GIF_KEY, type GifStandIn, gifAnswer, gifItem, refuseWith, sendJson, startGifService } from "./gifs.support.ts";
import { call, ok, refused, refusesField } from "./support.ts";

let service: GifStandIn;
let t: TestApp;
let member: TestMember;
const log: string[] = [];
let words = 0;

beforeAll(async () => {
  service = await startGifService();
  t = await createTestApp({
    env: { GIF_API_KEY: GIF_KEY, GIF_API_URL: service.url },
    logger: pino({ level: "trace" }, { write: (line) => void log.push(line) }),
  });
  member = await t.member("maren");
});
afterAll(async () => {
  await t.close();
  await service.stop();
});
beforeEach(() => {
  service.answer();
  service.asked.length = 0;
});

/** A search text that hasn't been used before. */
const fresh = () => `word ${words++}`;
const search = (query: string, as: TestMember | undefined = member) =>
  call(t, "GET", `/gifs/search?${query}`, { ...(as && { as }) });
const searchFor = (q: string) => search(new URLSearchParams({ q }).toString());

describe("a GIF search", () => {
  it("sends key, query, limit, offset, and rating g, and returns images on the service's own hosts [C1.18 C7.62 M7.44]", async () => {
    const body = ok(await search("q=well%20done&limit=20&offset=40"));
    expect(service.asked.map((query) => Object.fromEntries(query))).toEqual([
      { api_key: GIF_KEY, q: "well done", limit: "20", offset: "40", rating: "g" },
    ]);
    expect(body.pagination).toEqual({ total: 431, count: 20, offset: 40 });
    expect(body.gifs).toHaveLength(20);
    expect(body.gifs[0]).toEqual({
      id: "g40",
      title: "Happy Dance GIF g40",
      // Without the query, which reveals the key to the service.
      url: "https://media2.giphy.com/media/v1.Y2lkPTc5MGI3NjEx/g40/giphy-downsized.gif",
      previewUrl: "https://media2.giphy.com/media/v1.Y2lkPTc5MGI3NjEx/g40/200w.gif",
      width: 200,
      height: 113,
    });
    for (const { url, previewUrl } of body.gifs) expect([isGifUrl(url), isGifUrl(previewUrl)]).toEqual([true, true]);
  });

  it("returns the first 10 by default [M7.44]", async () => {
    const body = ok(await searchFor(fresh()));
    expect(body.pagination).toEqual({ total: 431, count: 10, offset: 0 });
    expect(service.asked[0]?.get("limit")).toBe("10");
  });

  it.each([
    ["of another host", "https://evil.example/media/x/giphy.gif"],
    ["of a host that only begins the same way", "https://media2.giphy.com.evil.example/x.gif"],
    ["over plain http", "http://media2.giphy.com/media/x/giphy.gif"],
    ["as a data URL", "data:image/gif;base64,R0lGODlhAQABAAAAACw="],
    ["as a script URL", "javascript:alert(1)"],
    ["with a password", "https://me:you@media2.giphy.com/media/x/giphy.gif"],
    ["with brackets", "https://media2.giphy.com/media/x/a)(b.gif"],
    ["nowhere", "not an address"],
  ])("leaves out an image %s", async (_, url) => {
    const images = { original: { url, width: "10", height: "10" }, fixed_width: { url, width: "10", height: "10" } };
    const data = [gifItem("bad", { images }), gifItem("good")];
    service.answer((_request, response) => sendJson(response, 200, gifAnswer(data)));
    const body = ok(await searchFor(fresh()));
    expect(body.gifs.map(({ id }: { id: string }) => id)).toEqual(["good"]);
    expect(body.pagination).toEqual({ total: 2, count: 1, offset: 0 });
  });

  it("leaves out GIFs that aren't suitable for everyone or are incomplete", async () => {
    const data = [
      gifItem("rude", { rating: "r" }),
      gifItem("empty", { images: {} }),
      gifItem("flat", {
        images: { original: { url: "https://media0.giphy.com/a.gif", width: "0", height: "x" } },
      }),
      null,
      gifItem("good"),
    ];
    service.answer((_request, response) => sendJson(response, 200, gifAnswer(data)));
    const { gifs } = ok(await searchFor(fresh()));
    expect(gifs.map(({ id }: { id: string }) => id)).toEqual(["good"]);
  });

  it("returns no more than requested, and titles that fit into a message", async () => {
    const data = Array.from({ length: 30 }, (_, index) =>
      gifItem(`x${index}`, { title: `[a](b)\u0000\n${"long ".repeat(60)}` }),
    );
    service.answer((_request, response) => sendJson(response, 200, gifAnswer(data)));
    const { gifs } = ok(await search(`q=${fresh()}&limit=3`));
    expect(gifs).toHaveLength(3);
    expect(gifs[0].title).toMatch(/^a b long [a-z ]{1,100}$/);
  });
});

describe("a refused search", () => {
  it("names q if it is missing [M5.31]", async () => {
    refusesField(await search("limit=5"), "q");
    refusesField(await search("q="), "q");
    refusesField(await search(`q=${"a".repeat(51)}`), "q");
    expect(service.asked).toEqual([]);
  });

  it("names limit if it is over 25 [M5.32]", async () => {
    refusesField(await search("q=hi&limit=26"), "limit");
    ok(await search(`q=${fresh()}&limit=25`));
  });

  it("returns 401 without a session [M6.14]", async () => {
    refused(await call(t, "GET", "/gifs/search?q=hi"), 401, "UNAUTHENTICATED");
    expect(service.asked).toEqual([]);
  });

  it("says that no key is set, and makes no request [C8.28]", async () => {
    const bare = await createTestApp({ env: { GIF_API_URL: service.url }, database: t.database });
    const { error } = refused(await call(bare, "GET", "/gifs/search?q=hi", { as: member }), 503, "GIF_UNAVAILABLE");
    expect(error).toBe("GIF API key not configured");
    expect(service.asked).toEqual([]);
    await bare.close();
  });

  it.each([403, 401])("says that access is denied if the service returns %i [C8.30]", async (status) => {
    service.answer(refuseWith(status, "Forbidden"));
    const { error } = refused(await searchFor(fresh()), 503, "GIF_UNAVAILABLE");
    expect(error).toBe("GIF search access denied. Please check your API key.");
  });

  it("says when the service is rate limiting, for how long, and pauses until then [C8.29]", async () => {
    // A separate service, because the pause applies to everyone.
    let clock = 0;
    const gifs = createGifs({ key: GIF_KEY, url: service.url, now: () => clock });
    const ask = () => gifs.search({ q: "hi", limit: 10, offset: 0 }, async () => undefined);
    service.answer(refuseWith(429, "Too Many Requests", { "retry-after": "7" }));
    const busy = { code: "RATE_LIMITED", message: "GIF search rate limited. Please try again in a moment." };
    await expect(ask()).rejects.toMatchObject({ ...busy, details: { retryAfter: 7 } });
    clock = 3_000;
    await expect(ask()).rejects.toMatchObject({ ...busy, details: { retryAfter: 4 } });
    expect(service.asked).toHaveLength(1);
    clock = 7_000;
    service.answer();
    expect((await ask()).gifs).toHaveLength(10);
  });

  it("returns 429 with Retry-After [C8.29]", async () => {
    const other = await createTestApp({
      env: { GIF_API_KEY: GIF_KEY, GIF_API_URL: service.url },
      database: t.database,
    });
    service.answer(refuseWith(429, "Too Many Requests", { "retry-after": "12" }));
    const response = await call(other, "GET", "/gifs/search?q=hi", { as: member });
    expect(refused(response, 429, "RATE_LIMITED").error).toBe(GIF_MESSAGES.rateLimited);
    expect(response.headers["retry-after"]).toBe("12");
    await other.close();
  });

  const secret = "169.254.169.254";
  const failings: [string, Parameters<GifStandIn["answer"]>[0]][] = [
    ["answers 500", refuseWith(500, "Internal Server Error")],
    [
      "redirects elsewhere",
      (_request, response) => void response.writeHead(302, { location: `http://${secret}/latest/` }).end(),
    ],
    ["redirects to itself", (_request, response) => void response.writeHead(307, { location: service.url }).end()],
    ["breaks off", (request) => void request.socket.destroy()],
    ["returns something else", (_request, response) => void response.writeHead(200).end("<html>Hello</html>")],
    ["returns another format", (_request, response) => sendJson(response, 200, { data: "none" })],
    [
      "never stops answering",
      (_request, response) => {
        response.writeHead(200);
        const more = () => {
          if (!response.destroyed && response.write("x".repeat(65_536))) setImmediate(more);
        };
        response.on("drain", more);
        more();
      },
    ],
  ];
  it.each(failings)("says that it failed if the service %s [C8.31]", async (_, how) => {
    service.answer(how);
    const { error } = refused(await searchFor(fresh()), 503, "GIF_UNAVAILABLE");
    expect(error).toBe("Failed to search GIFs. Please try again.");
    expect(service.asked).toHaveLength(1);
  });

  it("waits no longer than its time limit [C8.31]", async () => {
    service.answer(() => undefined);
    const gifs = createGifs({ key: GIF_KEY, url: service.url, patienceMs: 80 });
    const asked = gifs.search({ q: "hi", limit: 10, offset: 0 }, async () => undefined);
    await expect(asked).rejects.toMatchObject({ code: "GIF_UNAVAILABLE", message: GIF_MESSAGES.failed });
  });

  it("never reveals the key: in no response, error, or log line [C1.18]", async () => {
    for (const [, how] of failings) {
      service.answer(how);
      const response = await searchFor(fresh());
      expect(response.body + JSON.stringify(response.headers)).not.toContain(GIF_KEY);
    }
    const gone = createGifs({ key: GIF_KEY, url: "http://127.0.0.1:1/" });
    const failure: unknown = await gone.search({ q: "hi", limit: 1, offset: 0 }, async () => undefined).catch((e) => e);
    expect(String(failure instanceof Error && `${failure.stack}${failure.cause}`)).not.toContain(GIF_KEY);
    const written = log.join("");
    expect(written).toContain("The GIF service");
    expect(written).not.toContain(GIF_KEY);
  });
});

describe("the number of calls to the service", () => {
  it("is one per search, even if it is repeated, concurrent, by another member, or spelled differently", async () => {
    const q = fresh();
    const other = await t.member("kenji");
    service.answer((_request, response) => {
      setTimeout(() => sendJson(response, 200, gifAnswer([gifItem("one")])), 50);
    });
    const answers = await Promise.all([searchFor(q), search(`q=${q}`, other), searchFor(q.toUpperCase())]);
    for (const answer of [...answers, await searchFor(q)]) expect(ok(answer).gifs[0].id).toBe("one");
    expect(service.asked).toHaveLength(1);
    ok(await search(`q=${q}&offset=10`));
    expect(service.asked).toHaveLength(2);
  });

  it("doesn't include cached failures, so the next search can succeed", async () => {
    const q = fresh();
    service.answer(refuseWith(500, "Internal Server Error"));
    refused(await searchFor(q), 503, "GIF_UNAVAILABLE");
    service.answer();
    expect(ok(await searchFor(q)).gifs).toHaveLength(10);
  });

  it("limits a member by calls to the service, not by cached results", async () => {
    const limited = await createTestApp({
      env: { GIF_API_KEY: GIF_KEY, GIF_API_URL: service.url, RATE_LIMITS: "on" },
    });
    const eager = await limited.member("eager");
    const ask = (q: string) => call(limited, "GET", `/gifs/search?q=${q}`, { as: eager });
    for (let count = 0; count < RATE_LIMITS.gif.minute; count++) ok(await ask(`w${count}`));
    const response = await ask("one-too-many");
    refused(response, 429, "RATE_LIMITED");
    expect(Number(response.headers["retry-after"])).toBeGreaterThan(0);
    expect(service.asked).toHaveLength(RATE_LIMITS.gif.minute);
    ok(await ask("w0"));
    await limited.close();
  });
});
