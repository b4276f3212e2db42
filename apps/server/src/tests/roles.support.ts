import { join } from "node:path";
import { readEnv } from "../env.ts";
import { type Running, start } from "../start.ts";
import type { TestMember } from "../testing.ts";
import type { Platform } from "./money/platform.ts";

export interface Process {
  /** Its own address. */
  readonly address: string;
  /** What it says to the operator. */
  readonly said: string;
}

/** Starts processes of a platform, each with its own data directory, as on several machines. */
export function processesOf(platform: Platform) {
  const running: Running[] = [];
  const folderOf = (name: string) => join(platform.env.DATA_DIR ?? "", name);
  return {
    folderOf,
    async begin(name: string, env: Readonly<Record<string, string>>): Promise<Process> {
      const lines: string[] = [];
      const process = await start(
        readEnv({
          ...platform.env,
          DATABASE_URL: platform.database.url,
          PORT: "0",
          DATA_DIR: folderOf(name),
          LOG_LEVEL: "silent",
          ...env,
        }),
        join(folderOf(name), "no-web"),
        (line) => lines.push(line),
        () => undefined,
      );
      running.push(process);
      return { address: process.address, said: lines.join("\n") };
    },
    async stop(): Promise<void> {
      for (const each of running.splice(0)) await each.stop();
    },
  };
}

/** A REST call over the network. */
export async function fetchAs(
  { headers }: Pick<TestMember, "headers">,
  address: string,
  method: "GET" | "POST",
  path: string,
  body?: object,
): Promise<{ readonly status: number; readonly body: string }> {
  const response = await fetch(`${address}${path}`, {
    method,
    headers: { ...headers, ...(body && { "content-type": "application/json" }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  return { status: response.status, body: await response.text() };
}
