import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { PAGE_FILES } from "./template.ts";

/**
 * The inline scripts that the content policy allows in the app's pages: those the build put there, by their hashes. Data
 * (`type="application/json"`) doesn't count as a script.
 * @returns sources for `script-src`
 */
export function inlineScriptSources(dist: string): string[] {
  const pages = PAGE_FILES.map((name) => join(dist, name)).filter((file) => existsSync(file));
  const scripts = pages.flatMap((file) => [...readFileSync(file, "utf8").matchAll(/<script>([\s\S]*?)<\/script>/g)]);
  const sources = scripts.map(([, script = ""]) => `'sha256-${createHash("sha256").update(script).digest("base64")}'`);
  return [...new Set(sources)];
}
