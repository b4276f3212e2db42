import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";

/**
 * What the content policy lets run of the scripts that stand in the app's page itself: those that the build left there, by their
 * hashes, and no other. Data (`type="application/json"`) is no script.
 * @returns sources for `script-src`
 */
export function inlineScriptSources(dist: string): string[] {
  const page = readFileSync(join(dist, "index.html"), "utf8");
  return [...page.matchAll(/<script>([\s\S]*?)<\/script>/g)].map(
    ([, script = ""]) => `'sha256-${createHash("sha256").update(script).digest("base64")}'`,
  );
}
