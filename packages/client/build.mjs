// Builds what is published: bundles with our own packages inlined, and declarations that need none of them.
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const HERE = fileURLToPath(new URL(".", import.meta.url));
const TYPES = join(HERE, "dist", "types");
const TSC = fileURLToPath(new URL("../../node_modules/typescript/bin/tsc", import.meta.url));

rmSync(join(HERE, "dist"), { recursive: true, force: true });
const shared = {
  absWorkingDir: HERE,
  bundle: true,
  target: "es2022",
  format: "esm",
  sourcemap: true,
  logLevel: "warning",
};
await build({
  ...shared,
  // The verifier of the books is self-contained: it runs in a page, without the rest of the client.
  entryPoints: { index: "src/index.ts", verify: "src/verify/index.ts" },
  outdir: "dist",
  platform: "neutral",
  external: ["@trpc/client", "@trpc/server", "openapi-fetch"],
});
await build({
  ...shared,
  entryPoints: ["src/bin/verify.ts"],
  outfile: "dist/bbux-verify.js",
  platform: "node",
  banner: { js: "#!/usr/bin/env node" },
});

execFileSync(process.execPath, [TSC, "-p", "tsconfig.build.json"], { cwd: HERE, stdio: "inherit" });
for (const name of readdirSync(TYPES, { recursive: true, encoding: "utf8" })) {
  if (!name.endsWith(".ts")) continue;
  const file = join(TYPES, name);
  const text = readFileSync(file, "utf8").replace(/(from "\.\/[^"]+)\.ts"/g, '$1.js"');
  if (/["']@bbux\//.test(text)) throw new Error(`${name} imports from the workspace`);
  writeFileSync(file, text);
}
