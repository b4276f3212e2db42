// npm run inp: measures how soon the built app answers clicks and keys on a slowed machine. Timings matter, so run it on a quiet machine.
import { runBrowserTests } from "./playwright.mjs";
import { ensureBuilt, ensureInstalled } from "./toolchain.mjs";

await ensureInstalled();
await ensureBuilt();
process.exit(await runBrowserTests(["--config=inp.config.ts", "--reporter=line", ...process.argv.slice(2)]));
