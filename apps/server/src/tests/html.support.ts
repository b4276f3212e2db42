import { copyFileSync, mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "vitest";
import { createTestApp, type TestApp } from "../testing.ts";
import { HOST, type Response } from "./support.ts";

/** The app's page from its source; the build only adds scripts and styles. */
const INDEX = join(import.meta.dirname, "../../../web/index.html");
const MANIFEST = join(import.meta.dirname, "../../../web/public/manifest.webmanifest");

/** In files beside the web app's that nobody may read. */
export const UNSERVED = "not for readers";

/** An app with a built web app, reduced to its page and one page of the documentation. */
export function createPagesApp(
  env: Record<string, string> = {},
  options: Pick<Parameters<typeof createTestApp>[0] & object, "database" | "chooseReads"> = {},
): Promise<TestApp> {
  const data = mkdtempSync(join(tmpdir(), "bbux-pages-"));
  mkdirSync(join(data, "web/docs"), { recursive: true });
  for (const name of ["index.html", "translated.html"]) copyFileSync(INDEX, join(data, "web", name));
  copyFileSync(MANIFEST, join(data, "web/manifest.webmanifest"));
  writeFileSync(join(data, "web/og.png"), "picture");
  for (const folder of ["web/assets", "web/.git"]) mkdirSync(join(data, folder));
  writeFileSync(join(data, "web/assets/a1b2.js"), "code");
  for (const file of ["web/.git/config", "web/.env", "package.json"]) writeFileSync(join(data, file), UNSERVED);
  const meta = { title: "Platform", updated: "2026-03-01", address: "/docs/platform", description: "What BBUX is." };
  const html =
    '<h2 id="overview">Overview</h2><p>Write to <a href="mailto:x" data-config-href="mailto:{supportEmail}">us</a> at ' +
    '<span data-config="legalEmail">default</span>.</p>';
  writeFileSync(join(data, "web/docs/platform.json"), JSON.stringify({ meta, html }));
  return createTestApp({ ...options, env: { DATA_DIR: data, ...env } });
}

/** Requests a page like a visitor's browser. */
export function visit(t: TestApp, url: string, headers: Record<string, string> = {}): Promise<Response> {
  return t.app.inject({ method: "GET", url, headers: { host: HOST, accept: "text/html", ...headers } });
}

/** A page after its cache has expired. */
export async function page(t: TestApp, url: string, headers: Record<string, string> = {}): Promise<Page> {
  t.travel(60_000);
  return read(await visit(t, url, headers));
}

export interface Page {
  readonly status: number;
  readonly body: string;
  readonly title: string;
  readonly description: string;
  readonly canonical: string | undefined;
  readonly noindex: boolean;
  /** JSON-LD. */
  readonly data: readonly Record<string, unknown>[];
  readonly facts: {
    readonly session: boolean | null;
    readonly showsMailedLinks?: boolean;
    readonly links: Record<string, string | null>;
    readonly brand: unknown;
  };
  /** Inside #root. */
  readonly content: string;
}

export function read(response: Response): Page {
  const { body } = response;
  expect(response.headers["content-type"]).toBe("text/html; charset=utf-8");
  const plain = (text: string | undefined) =>
    (text ?? "")
      .replace(/&#39;/g, "'")
      .replace(/&quot;/g, '"')
      .replace(/&lt;/g, "<")
      .replace(/&gt;/g, ">")
      .replace(/&amp;/g, "&");
  const one = (pattern: RegExp) => {
    const found = [...body.matchAll(pattern)];
    expect(found.length, String(pattern)).toBeLessThanOrEqual(1);
    return found[0]?.[1];
  };
  const scripts = (pattern: RegExp) => [...body.matchAll(pattern)].map(([, json]) => JSON.parse(json ?? ""));
  const [facts] = scripts(/<script type="application\/json" id="bbux-facts">([\s\S]*?)<\/script>/g);
  return {
    status: response.statusCode,
    body,
    title: plain(one(/<title[^>]*>([^<]*)<\/title>/g)),
    description: plain(one(/<meta name="description" content="([^"]*)"/g)),
    canonical: one(/<link rel="canonical" href="([^"]*)"/g),
    noindex: /<meta name="robots" content="noindex"/.test(body),
    data: scripts(/<script type="application\/ld\+json"[^>]*>([\s\S]*?)<\/script>/g),
    facts,
    content: /<main class="first">([\s\S]*?)<\/main>/.exec(body)?.[1] ?? "",
  };
}
