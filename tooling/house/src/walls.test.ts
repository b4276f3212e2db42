import { execFile } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const ROOT = resolve(import.meta.dirname, "../../..");
const FEATURE = "packages/api/src/content/planted";

/** Pairs of a hypothetical file and an import that it must not have. */
const FORBIDDEN: readonly (readonly [file: string, specifier: string])[] = [
  ["packages/contract/src/planted.ts", "@bbux/db"],
  ["packages/db/src/planted.ts", "@bbux/ledger"],
  ["packages/chain/src/planted.ts", "@bbux/db"],
  ["packages/local-chain/src/planted.ts", "@bbux/chain"],
  ["packages/ledger/src/planted.ts", "@bbux/api"],
  ["packages/ledger/src/planted-http.ts", "fastify"],
  ["packages/ledger/src/planted-trpc.ts", "@trpc/server"],
  ["packages/api/src/planted.ts", "@bbux/server"],
  ["packages/api/src/planted-http.ts", "fastify"],
  [`${FEATURE}/planted.router.ts`, "pg-boss"],
  [`${FEATURE}/one.query.ts`, "@trpc/server"],
  [`${FEATURE}/many.queries.ts`, "./planted.router.ts"],
  [`${FEATURE}/one.command.ts`, "@trpc/server"],
  [`${FEATURE}/many.commands.ts`, "./planted.router.ts"],
  [`${FEATURE}/call.command.ts`, "../../trpc.ts"],
  [`${FEATURE}/face.command.ts`, "../../platform/calls/index.ts"],
  [`${FEATURE}/http.command.ts`, "@fastify/cookie"],
  [`${FEATURE}/fragment.sql.ts`, "../../failure.ts"],
  [`${FEATURE}/live.ts`, "@trpc/server"],
  [`${FEATURE}/database.rules.ts`, "kysely"],
  [`${FEATURE}/ledger.rules.ts`, "@bbux/ledger"],
  [`${FEATURE}/query.rules.ts`, "./one.query.ts"],
  [`${FEATURE}/queries.rules.ts`, "../posts/many.queries.ts"],
  [`${FEATURE}/command.rules.ts`, "./one.command.ts"],
  [`${FEATURE}/commands.rules.ts`, "./many.commands.ts"],
  [`${FEATURE}/context.rules.ts`, "../../context.ts"],
  [`${FEATURE}/face.rules.ts`, "../posts/index.ts"],
  [`${FEATURE}/transport.rules.ts`, "@trpc/server"],
  ["apps/web/src/content/planted/planted.ts", "@bbux/db"],
  ["apps/web/src/content/planted/planted-ledger.ts", "@bbux/ledger"],
];
const ALLOWED: readonly (readonly [file: string, specifier: string])[] = [
  [`${FEATURE}/allowed.router.ts`, "../../platform/calls/index.ts"],
  [`${FEATURE}/allowed.command.ts`, "./one.query.ts"],
  [`${FEATURE}/allowed.query.ts`, "@bbux/ledger"],
  [`${FEATURE}/allowed.rules.ts`, "@bbux/contract"],
  [`${FEATURE}/allowed-too.rules.ts`, "../../errors.ts"],
  ["packages/ledger/src/allowed.ts", "@bbux/db"],
  ["apps/web/src/content/planted/allowed.ts", "@bbux/contract"],
];

describe("the import rules between domains", () => {
  let copy = "";
  let refused: ReadonlySet<string> = new Set();
  beforeAll(async () => {
    copy = mkdtempSync(join(tmpdir(), "walls-"));
    copyFileSync(join(ROOT, "biome.json"), join(copy, "biome.json"));
    // Biome requires an ignore file that isn't empty.
    writeFileSync(join(copy, ".gitignore"), "dist/\n");
    for (const [file, specifier] of [...FORBIDDEN, ...ALLOWED]) {
      mkdirSync(dirname(join(copy, file)), { recursive: true });
      writeFileSync(join(copy, file), `import { planted } from "${specifier}";\n\nexport const used = planted;\n`);
    }
    refused = await refusedIn(copy);
  });
  afterAll(() => rmSync(copy, { recursive: true }));

  it.each(FORBIDDEN)("refuse in %s an import of %s", (file) => {
    expect([...refused]).toContain(file);
  });

  it.each(ALLOWED)("let %s import %s", (file) => {
    expect([...refused]).not.toContain(file);
  });
});

/** Returns the files in which the linter refuses an import. */
async function refusedIn(folder: string): Promise<ReadonlySet<string>> {
  const biome = join(ROOT, "node_modules/@biomejs/biome/bin/biome");
  const args = ["lint", "--only=style/noRestrictedImports", "--reporter=json", "--max-diagnostics=none", "."];
  const output = await new Promise<string>((done) => {
    execFile(process.execPath, [biome, ...args], { cwd: folder, maxBuffer: 1 << 24 }, (_, stdout) => done(stdout));
  });
  const { diagnostics } = JSON.parse(output) as {
    diagnostics: { category: string; location: { path: string | { file: string } } }[];
  };
  const ofImports = diagnostics.filter(({ category }) => category === "lint/style/noRestrictedImports");
  const pathOf = (path: string | { file: string }) => (typeof path === "string" ? path : path.file);
  return new Set(ofImports.map(({ location }) => relative(folder, resolve(folder, pathOf(location.path)))));
}
