import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";

/**
 * The inline scripts that the content policy allows in the app's page: those the build put there, by their hashes. Data
 * (`type="application/json"`) doesn't count as a script.
 * @returns sources for `script-src`
 */
export function inlineScriptSources(dist: string): string[] {
  const page = readFileSync(join(dist, "index.html"), "utf8");
  return [...page.matchAll(/<script>([\s\S]*?)<\/script>/g)].map(
    ([, script = ""]) => `'sha256-${createHash("sha256").update(script).digest("base64")}'`,
  );
}
