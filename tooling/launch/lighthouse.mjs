// npm run lighthouse: compares Lighthouse scores of the built app with their budget. Timings matter, so run it on a quiet machine.
import { runBrowserTests } from "./playwright.mjs";
import { ensureBuilt, ensureInstalled } from "./toolchain.mjs";

await ensureInstalled();
await ensureBuilt();
process.exit(await runBrowserTests(["--config=lighthouse.config.ts", "--reporter=line", ...process.argv.slice(2)]));
