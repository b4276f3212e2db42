// npm run lighthouse: marks of the built app by Lighthouse, held to their budget. It measures time: run it on a quiet machine.
import { join } from "node:path";
import { run } from "./children.mjs";
import { findChromium, PLAYWRIGHT } from "./chromium.mjs";
import { giveUp } from "./progress.mjs";
import { ensureBuilt, ensureInstalled, NODE, ROOT, toolEnv } from "./toolchain.mjs";

await ensureInstalled();
await ensureBuilt();
const chromium = await findChromium();
if (!chromium) giveUp("There is no Chromium on this machine and none could be fetched. Name one in BBUX_CHROMIUM.");
const args = [PLAYWRIGHT, "test", "--config=lighthouse.config.ts", "--reporter=line", ...process.argv.slice(2)];
const env = { ...toolEnv(), BBUX_CHROMIUM: chromium };
const { code } = await run(NODE, args, { cwd: join(ROOT, "tooling", "e2e"), env });
process.exit(code);
