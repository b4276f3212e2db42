import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { expect, it } from "vitest";
import { run } from "./children.mjs";

/** A launcher around a child that reports each SIGINT and ends with `code` after the first, unless it is stubborn. */
async function launch(stubborn: boolean, code = 0) {
  const child = `let n = 0;
    process.on("SIGINT", () => { console.log("interrupted " + ++n); ${stubborn ? "" : `setTimeout(() => process.exit(${code}), 300)`} });
    setInterval(() => {}, 1000); console.log("ready");`;
  const script = `const { spawn } = await import("node:child_process");
    const { accompany } = await import(${JSON.stringify(new URL("./children.mjs", import.meta.url).href)});
    const child = spawn(process.execPath, ["-e", ${JSON.stringify(child)}], { detached: true, stdio: ["ignore", "inherit", "inherit"] });
    const code = accompany([child]);
    console.log("listening");
    process.exit(await code);`;
  const launcher = spawn(process.execPath, ["--input-type=module", "-e", script], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const lines: string[] = [];
  const reader = createInterface({ input: launcher.stdout }).on("line", (line) => lines.push(line));
  // A busy machine may run the child before the launcher listens for signals.
  while (!lines.includes("ready") || !lines.includes("listening")) await once(reader, "line");
  const ended = once(launcher, "exit");
  return { launcher, lines, ended };
}

it("forwards one Ctrl-C, however many copies arrive at once, and reports a clean exit", async () => {
  const { launcher, lines, ended } = await launch(false);
  launcher.kill("SIGINT");
  setTimeout(() => launcher.kill("SIGINT"), 100);
  expect(await ended).toEqual([0, null]);
  expect(lines.slice(0, 2).sort()).toEqual(["listening", "ready"]);
  expect(lines.slice(2)).toEqual(["interrupted 1"]);
});

it("returns the child's exit code", async () => {
  const { launcher, ended } = await launch(false, 3);
  launcher.kill("SIGINT");
  expect(await ended).toEqual([3, null]);
});

it("kills a child that doesn't stop, at the second Ctrl-C", async () => {
  const { launcher, ended } = await launch(true);
  launcher.kill("SIGINT");
  setTimeout(() => launcher.kill("SIGINT"), 1200);
  expect(await ended).toEqual([137, null]);
});

it("distinguishes a missing program from a failing one", async () => {
  expect((await run("no-such-program-here", [], { capture: true })).code).toBe(127);
  expect(await run(process.execPath, ["-e", "console.log('so'); process.exit(4)"], { capture: true })).toEqual({
    code: 4,
    output: "so\n",
  });
});
