import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, it } from "vitest";
import { sourcesOf } from "./imports.ts";

const ROOT = resolve(import.meta.dirname, "../../..");

const sources = ["apps", "packages"]
  .flatMap((group) => readdirSync(join(ROOT, group)).map((name) => `${group}/${name}/src`))
  .flatMap((root) => sourcesOf(join(ROOT, root)).map((file) => `${root}/${file}`))
  // The code in the demo's posts is text.
  .filter((file) => !/\/operations\/demo\/posts\/|\/testing\.|\/tests\.ts$/.test(file))
  .map((file) => ({ file, text: readFileSync(join(ROOT, file), "utf8") }));

/** The files of the product whose text has it. */
const withText = (what: RegExp) => sources.filter(({ text }) => what.test(text)).map(({ file }) => file);

const SHELL = /\bshell\s*:|import \{[^}]*\bexec(Sync)?\b[^}]*\} from "node:child_process"/;

it("starts no shell: what a process is given can't become a command", () => {
  const starting = sources.filter(({ text }) => text.includes("node:child_process"));
  expect(starting.map(({ file }) => file)).toContain("apps/server/src/child.ts");
  for (const { file, text } of starting) expect(text, file).not.toMatch(SHELL);
});

it("estimates passwords and reads images and videos in processes of their own, so that none keeps the server busy", () => {
  expect(withText(/"@zxcvbn-ts\//)).toEqual(["packages/api/src/people/auth/password-estimate.ts"]);
  expect(withText(/"@bbux\/api\/passwords"|\/password-estimate\.ts"/)).toEqual([
    "apps/server/src/passwords/passwords.child.ts",
  ]);
  expect(withText(/from "sharp"/)).toEqual(["apps/server/src/uploads/images.child.ts"]);
  expect(withText(/import \{ plan(Mp4|Ogg|Webm) \}/)).toEqual(["apps/server/src/uploads/videos/videos.child.ts"]);
  expect(withText(/from ".*\.child\.ts"/)).toEqual([]);
});

it("runs no text as code", () => {
  expect(withText(/\bnew Function\(|[^.\w]eval\(/)).toEqual([]);
});

it("uses no broken hash or cipher but where a service abroad asks for one", () => {
  expect(withText(/create(Hash|Hmac)\("(md|sha1)/)).toEqual(["packages/api/src/people/auth/leaked-passwords.ts"]);
  const enciphering = sources.filter(({ text }) => text.includes("createCipheriv("));
  expect(enciphering.map(({ file }) => file)).not.toEqual([]);
  for (const { file, text } of enciphering) expect(text, file).toMatch(/"aes-256-gcm"/);
});

it("checks every certificate", () => {
  expect(withText(/rejectUnauthorized|NODE_TLS_REJECT_UNAUTHORIZED/)).toEqual([]);
});

it("shows HTML as such only where it is the documentation's own", () => {
  expect(withText(/dangerouslySetInnerHTML|\.(inner|outer)HTML\s*=|insertAdjacentHTML/)).toEqual([
    "apps/web/src/operations/docs/DocsProse.tsx",
    "apps/web/src/operations/docs/enhance.ts",
  ]);
});

it("requests addresses from the configuration only, in these files, and follows no redirect there", () => {
  const servers = sources.filter(({ file }) => !/^apps\/web|^packages\/(client|docs)\//.test(file));
  const asking = servers.filter(({ text }) => /\bawait fetch\(/.test(text));
  expect(asking.map(({ file }) => file)).toEqual([
    "apps/server/src/gifs.ts",
    "packages/api/src/money/transparency/witness-client.ts",
    "packages/api/src/people/auth/leaked-passwords.ts",
    "packages/backup/src/store/bucket.ts",
    "packages/chain/src/rpc-client.ts",
  ]);
  for (const { file, text } of asking) expect(text, file).toMatch(/redirect: "(error|manual)"/);
});
