import { type ChildProcess, spawn } from "node:child_process";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import type { Failpoint } from "@bbux/api";

const MAIN = join(import.meta.dirname, "../../main.ts");
const START_MS = 120_000;
const REQUEST_MS = 20_000;
const KEPT_LINES = 40;

export interface ServerOptions {
  readonly env: Readonly<Record<string, string>>;
  /** Where the process should die. */
  readonly failpoint?: Failpoint;
}

export interface Reply {
  readonly status: number;
  readonly body: unknown;
}

const addressIn = (lines: readonly string[]) => /Web app\s+(http:\S+)/.exec(lines.join("\n"))?.[1] ?? "";

/** The real server in a separate process, started like an operator would, which tests can kill and pause. */
export class ServerProcess {
  readonly url: string;
  /** Resolves with the signal or exit code that ended it. */
  readonly ended: Promise<string>;
  readonly #child: ChildProcess;
  readonly #said: string[];
  #isOver = false;

  private constructor(child: ChildProcess, url: string, said: string[], ended: Promise<string>) {
    this.#child = child;
    this.url = url;
    this.#said = said;
    this.ended = ended.then((how) => {
      this.#isOver = true;
      return how;
    });
  }

  /** @throws Error with its output if it doesn't start */
  static async start({ env, failpoint }: ServerOptions): Promise<ServerProcess> {
    // With an IPC channel to us, so that it exits when we do.
    const child = spawn(process.execPath, ["--disable-warning=ExperimentalWarning", MAIN], {
      env: { ...env, ...(failpoint && { FAILPOINT: failpoint }) },
      stdio: ["ignore", "pipe", "pipe", "ipc"],
    });
    const said: string[] = [];
    const ended = new Promise<string>((resolve) => {
      child.once("exit", (code, signal) => resolve(signal ?? `code ${code}`));
    });
    const address = new Promise<string>((resolve) => {
      const hear = (line: string) => {
        said.push(line);
        if (said.length > KEPT_LINES) said.shift();
        // The last line of the startup banner.
        if (/^\s+Stop\s+Ctrl-C/.test(line)) resolve(addressIn(said).replace("localhost", "127.0.0.1"));
      };
      for (const input of [child.stdout, child.stderr]) if (input) createInterface({ input }).on("line", hear);
    });
    const tooLate = sleep(START_MS, "too late", { ref: false });
    const first = await Promise.race([address.then((url) => ({ url })), ended, tooLate]);
    if (typeof first !== "string") return new ServerProcess(child, first.url, said, ended);
    child.kill("SIGKILL");
    throw new Error(`The server did not start (${first}):\n${said.join("\n")}`);
  }

  /** Whether the process has ended. */
  get isOver(): boolean {
    return this.#isOver;
  }

  /** Its last lines of output. */
  get said(): string {
    return this.#said.join("\n");
  }

  /** Makes one request. Null if no response came, in which case its effect is unknown. */
  async request(
    method: string,
    path: string,
    options: { token?: string; body?: object; key?: string } = {},
  ): Promise<Reply | null> {
    const { token, body, key } = options;
    const headers = {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(body && { "content-type": "application/json" }),
      ...(key && { "idempotency-key": key }),
    };
    try {
      const signal = AbortSignal.timeout(REQUEST_MS);
      const init = { method, headers, signal, ...(body && { body: JSON.stringify(body) }) };
      const response = await fetch(`${this.url}/api${path}`, init);
      return { status: response.status, body: await response.json() };
    } catch {
      return null;
    }
  }

  /** Like a power failure. */
  async kill(): Promise<void> {
    this.#child.kill("SIGCONT");
    this.#child.kill("SIGKILL");
    await this.ended;
  }

  /** Suspends it in the middle of whatever it is doing. */
  pause(): void {
    this.#child.kill("SIGSTOP");
  }

  goOn(): void {
    this.#child.kill("SIGCONT");
  }

  /** Like an operator stopping it. */
  async stop(): Promise<void> {
    this.#child.kill("SIGTERM");
    await this.ended;
  }
}
