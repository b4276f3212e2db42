import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { PAGES, titleOf } from "@bbux/contract";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTag, type TestApp, type TestMember } from "../testing.ts";
import { createPagesApp, page, read, visit } from "./html.support.ts";
import { answer, ask, browser, call, HOST, ORIGIN, ok } from "./support.ts";

let t: TestApp;
let ada: TestMember;
let postId: string;

beforeAll(async () => {
  t = await createPagesApp({ CHAT_INVITE_URL: "https://chat.example/bbux", SUPPORT_EMAIL: "help@example.org" });
  ada = await t.member("ada");
  await createTag(t.database, "money");
  await createTag(t.database, "C++ & <co>");
  postId = await ask(t, ada, { title: "How do I count?", content: "By **hand**, or else?" });
});
afterAll(() => t.close());

const statics = Object.entries(PAGES).filter(([path]) => !path.includes("$"));

describe("the table of pages", () => {
  it("has every route of the web app, and no other [C2.113] [C2.114]", () => {
    const tree = readFileSync(join(import.meta.dirname, "../../../web/src/routeTree.gen.ts"), "utf8");
    const block = /fileRoutesByTo:? ?\{|interface FileRoutesByTo \{([\s\S]*?)\n\}/.exec(tree)?.[1] ?? "";
    const routes = [...block.matchAll(/^\s*['"]([^'"]+)['"]:/gm)].map(([, path]) => path ?? "");
    expect(routes.length).toBeGreaterThan(30);
    // One route of the app shows all pages of the documentation, each with its own texts.
    const ours = Object.keys(PAGES).map((path) => (/^\/docs\/./.test(path) ? "/docs/$slug" : path));
    expect(new Set(ours)).toEqual(new Set(routes));
  });

  it("describes each page differently, at a length that search engines show [C2.113] [C2.114]", () => {
    const facts = Object.values(PAGES);
    expect(new Set(facts.map(({ title }) => title)).size).toBe(facts.length);
    expect(new Set(facts.map(({ description }) => description)).size).toBe(facts.length);
    for (const { description } of facts)
      expect([50, description.length, 160]).toEqual([50, description.length, 160].sort((a, b) => a - b));
  });
});

describe("the HTML of a page", () => {
  it.each(statics)(
    "%s has its title, description, and address, and says whether it may be indexed [C2.113] [C2.114]",
    async (path, facts) => {
      const shown = await page(t, path);
      expect(shown.status).toBe(200);
      expect(shown.title).toBe(titleOf(facts.title));
      expect(shown.description).toBe(facts.description);
      expect(shown.canonical).toBe(ORIGIN + path);
      expect(shown.noindex).toBe(!facts.index);
      for (const property of ["og:title", "og:description", "og:url", "og:image"])
        expect(shown.body).toContain(`"${property}"`);
      expect(shown.body).toContain(`content="${ORIGIN}/og.png"`);
    },
  );

  it("of a post, a member, and their posts describes that content [C2.113] [C2.114]", async () => {
    const post = await page(t, `/posts/${postId}`);
    expect([post.title, post.description]).toEqual(["How do I count? · BBUX", "By hand, or else?"]);
    const profile = await page(t, "/users/ada");
    expect(profile.title).toBe("ada · BBUX");
    expect(profile.description).toContain("ada");
    expect((await page(t, "/users/ada/posts")).title).toBe("Posts of ada · BBUX");
    expect((await page(t, `/posts/${postId}/history`)).title).toBe(titleOf(PAGES["/posts/$postId/history"].title));
    expect((await page(t, "/chat/global-chat")).title).toBe(titleOf(PAGES["/chat/$roomId"].title));
  });

  it("names one address for a member, however it was requested, and is indexed only if they have written something", async () => {
    await t.member("silent");
    for (const path of ["/users/ada", "/ada", "/users/ADA", `/users/${ada.id}`, "/users/ada/"]) {
      expect((await page(t, path)).canonical, path).toBe(`${ORIGIN}/users/ada`);
    }
    expect((await page(t, "/users/ada")).noindex).toBe(false);
    expect((await page(t, "/users/silent")).noindex).toBe(true);
  });

  it("is readable before the app loads: the feed, a tag's feed, a post with its answers, a member, the front page", async () => {
    const bob = await t.member("bob");
    await answer(t, bob, postId, "With your fingers\n\n```\none < two\n```");
    const post = await page(t, `/posts/${postId}`);
    for (const text of ["How do I count?", "By hand, or else?", "With your fingers", "one &lt; two", "/users/bob"])
      expect(post.content).toContain(text);
    expect((await page(t, "/community")).content).toContain(`href="/posts/${postId}"`);
    const tag = await page(t, "/community?tags=money");
    expect([tag.title, tag.canonical]).toEqual(["Posts tagged money · BBUX", `${ORIGIN}/community?tags=money`]);
    expect(tag.content).toContain(`href="/posts/${postId}"`);
    expect((await page(t, "/users/ada")).content).toContain("How do I count?");
    expect((await page(t, "/")).content).toContain("Good questions deserve paid answers.");
    // Other filters are shown by the app only.
    for (const query of ["search=count&sort=oldest", "tags=a,b", "tags=%00", "page=0", "tags=a&tags=b"]) {
      const shown = await page(t, `/community?${query}`);
      expect([shown.status, shown.content, shown.canonical], query).toEqual([200, "", `${ORIGIN}/community`]);
    }
  });

  it("of the documentation has its text with the operator's configuration", async () => {
    const shown = await page(t, "/docs/platform");
    expect(shown.content).toContain('<h2 id="overview">Overview</h2>');
    expect(shown.content).toContain('href="mailto:help@example.org"');
    expect(shown.content).toContain("legal@bbux.example");
    expect(shown.content).not.toContain("data-config");
    expect(shown.data.map((data) => data["@type"])).toEqual(["TechArticle", "BreadcrumbList"]);
    expect((await page(t, "/docs")).content).toContain('href="/docs/platform"');
  });
});

describe("a word that is no page", () => {
  it.each([
    ["/help", "/docs"],
    ["/Proposals/", "/governance/proposals"],
    ["/register?redirectTo=%2Ftags", "/signup?redirectTo=%2Ftags"],
  ])("%s leads to the page that people mean by it", async (path, meant) => {
    const { statusCode, headers } = await visit(t, path);
    expect([statusCode, headers.location]).toEqual([302, meant]);
  });
});

describe("a missing page", () => {
  it.each([
    "/posts/999999999",
    "/posts/abc",
    "/posts/999999999/history",
    "/posts/99999999999999999999999",
    "/users/nobody",
    "/users/nobody/posts",
    "/nobody",
    "/no/such/page",
    "/wp-login.php",
    "/community?tags=unknown",
    "/community?page=40",
    "/%E0%A4%A",
    "/users/%00",
    "/index.html",
  ])("%s returns 404, with the app's page for browsers, and isn't indexed", async (path) => {
    const response = await visit(t, path);
    if (path === "/%E0%A4%A") return expect(response.statusCode).toBe(400);
    const shown = read(response);
    expect(shown.status).toBe(404);
    expect(shown.noindex).toBe(true);
    expect(shown.canonical).toBeUndefined();
    expect(shown.body).toContain('<div id="root">');
    return undefined;
  });

  it.each(["/api/none", "/assets/none.js", "/feeds/none", "/sitemaps/none.xml"])(
    "%s is a failure, not a page",
    async (path) => {
      const response = await visit(t, path);
      expect(response.statusCode).toBe(404);
      expect(response.json().code).toBe("NOT_FOUND");
    },
  );
});

describe("the facts for the app", () => {
  it("say whether there is a live session, so that a visitor's page doesn't have to look up a user", async () => {
    const own = await browser(t, ada);
    expect((await page(t, "/")).facts.session).toBe(false);
    expect((await page(t, "/", own)).facts.session).toBe(true);
    expect((await page(t, "/", { cookie: "bbux_session=forged" })).facts.session).toBe(false);
    ok(await call(t, "POST", "/auth/logout", { headers: own }));
    expect((await page(t, "/", own)).facts.session).toBe(false);
  });

  it("say where links to confirm an address are shown instead of mailed", async () => {
    expect((await page(t, "/")).facts.showsMailedLinks).toBe(true);
    const mails = await createPagesApp({ SMTP_URL: "smtp://127.0.0.1:1" });
    expect((await page(mails, "/")).facts).not.toHaveProperty("showsMailedLinks");
    await mails.close();
  });

  it("contain the links that the operator configured", async () => {
    expect((await page(t, "/")).facts.links).toEqual({
      chatInvite: "https://chat.example/bbux",
      social: null,
      support: "help@example.org",
      legal: "legal@bbux.example",
      source: "https://bbux.example/source",
    });
  });
});

describe("the response of a page", () => {
  it("is the same for a member as for a visitor, except for that one fact: it never contains anything private", async () => {
    const own = await browser(t, ada);
    for (const path of ["/", "/community", `/posts/${postId}`, "/users/ada", "/wallet", "/settings", "/admin"]) {
      const [visitor, member] = [await page(t, path), read(await visit(t, path, own))];
      expect(member.body.replace('"session":true', '"session":false'), path).toBe(visitor.body);
      expect(member.body).not.toContain(ada.email);
    }
  });

  it("varies with the cookie and is revalidated each time, and no proxy caches a member's", async () => {
    const visitor = await visit(t, "/community");
    expect(visitor.headers.vary).toMatch(/Cookie/);
    expect(visitor.headers["cache-control"]).toBe("private, no-cache");
    const { app, close } = await createPagesApp({ PUBLIC_ORIGIN: "https://bbux.test" });
    const get = (headers: Record<string, string>) => app.inject({ method: "GET", url: "/", headers });
    expect((await get({})).headers["cache-control"]).toBe("no-cache");
    expect((await get({ cookie: "bbux_session=x" })).headers["cache-control"]).toBe("private, no-cache");
    await close();
  });

  it("is in the language that its reader chose, or else the browser's, and says so to caches", async () => {
    const lang = async (headers: Record<string, string>, path = "/community") => {
      const response = await visit(t, path, headers);
      expect(response.headers.vary).toMatch(/Cookie.*Accept-Language/);
      return /<html lang="(\w+)"/.exec(response.body)?.[1];
    };
    expect(await lang({})).toBe("en");
    expect(await lang({ "accept-language": "de-AT,de;q=0.9,en;q=0.8" })).toBe("de");
    expect(await lang({ "accept-language": "fr-FR,fr;q=0.9,es;q=0.8" })).toBe("es");
    expect(await lang({ "accept-language": "fr-FR" })).toBe("en");
    expect(await lang({ "accept-language": "de", cookie: "bbux_language=ja" })).toBe("ja");
    expect(await lang({ "accept-language": "de", cookie: "bbux_language=__proto__" })).toBe("de");
    expect(await lang({ "accept-language": ";;q=x,\u00e4" })).toBe("en");
  });

  it("has members' texts in every language, and the platform's own only in English", async () => {
    const german = { "accept-language": "de" };
    expect((await page(t, `/posts/${postId}`, german)).content).toContain("By hand, or else?");
    expect((await page(t, "/", german)).body).not.toContain('class="first"');
    expect((await page(t, "/")).body).toContain('class="first"');
  });

  it("is 304 for clients that have it, compressed for those that accept it, and HEAD has the same headers", async () => {
    const first = await visit(t, "/community");
    const etag = String(first.headers.etag);
    const again = await visit(t, "/community", { "if-none-match": `"x", ${etag}` });
    expect([again.statusCode, again.body]).toEqual([304, ""]);
    expect((await visit(t, "/community", { "if-none-match": '"x"' })).statusCode).toBe(200);
    for (const packing of ["br", "gzip"]) {
      const packed = await visit(t, "/community", { "accept-encoding": `${packing}, deflate` });
      expect(packed.headers["content-encoding"]).toBe(packing);
      expect(packed.headers.vary).toMatch(/Accept-Encoding/);
      expect(packed.rawPayload.length).toBeLessThan(first.rawPayload.length);
    }
    expect((await visit(t, "/community", { "accept-encoding": "br;q=0" })).headers["content-encoding"]).toBeUndefined();
    const head = await t.app.inject({ method: "HEAD", url: "/community", headers: { host: HOST } });
    expect([head.statusCode, head.headers.etag]).toEqual([200, etag]);
  });

  it("is cached for a few seconds and no longer, so deleted content disappears", async () => {
    const id = await ask(t, ada, { title: "Short life" });
    expect((await page(t, `/posts/${id}`)).title).toContain("Short life");
    ok(await call(t, "DELETE", `/posts/${id}`, { as: ada }));
    expect((await page(t, `/posts/${id}`)).status).toBe(404);
  });

  it("allows the script that the build put into the page, by its hash, and no other", async () => {
    const { headers, body } = await visit(t, `/posts/${postId}`);
    const policy = String(headers["content-security-policy"]);
    const sources = /script-src ([^;]*)/.exec(policy)?.[1]?.split(" ");
    const running = [...body.matchAll(/<script(?![^>]*(?:src=|json"))[^>]*>([\s\S]*?)<\/script>/g)];
    const hashes = running.map(([, script = ""]) => `'sha256-${createHash("sha256").update(script).digest("base64")}'`);
    expect(sources).toEqual(["'self'", ...hashes]);
    expect(hashes.length).toBeLessThanOrEqual(1);
    expect(policy).toContain("default-src 'self'");
  });
});

describe("a forged Host", () => {
  it("is never written into someone else's page, nor into any page as anything but a host", async () => {
    t.travel(60_000);
    const forged = read(await visit(t, "/community", { host: "evil.example" }));
    expect(forged.canonical).toBe("http://evil.example/community");
    expect(read(await visit(t, "/community")).body).not.toContain("evil.example");
    for (const host of ['a"><script>alert(1)</script>', "a b", "a/b", "a'b", "[::1"]) {
      const shown = read(await visit(t, "/community", { host }));
      expect(shown.canonical, host).toBeUndefined();
      expect(shown.body).not.toContain("alert(1)");
    }
  });

  it("is ignored if the operator has configured the origin", async () => {
    const own = await createPagesApp({ PUBLIC_ORIGIN: "https://bbux.test" });
    for (const headers of [{ host: "evil.example" }, { host: "evil.example", "x-forwarded-host": "worse.example" }]) {
      const shown = read(await own.app.inject({ method: "GET", url: "/", headers }));
      expect(shown.canonical).toBe("https://bbux.test/");
      expect(shown.body).not.toMatch(/evil|worse/);
    }
    await own.close();
  });
});
