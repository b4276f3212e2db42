import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type OwnServer, startServer } from "./own-server.support.ts";

/** A server of its own with an empty data directory and without the demo. */
export interface NewPlatform extends Pick<OwnServer, "origin" | "stop"> {
  /** The one-time link that the start printed. */
  readonly link: string;
  /** The mails in its outbox, oldest first, with the lines that the format has cut put together again. */
  mails(): string[];
}

/** Starts a new platform as an operator would, and waits for the link that it prints. */
export async function startNewPlatform(name: string): Promise<NewPlatform> {
  const server = await startServer(name, { env: { DEMO: "off" }, ready: /http\S+\/setup#token=[\w-]+/ });
  const { origin, printed: link, stop } = server;
  return { origin, link, mails: () => mailsIn(join(server.dir, "outbox")), stop };
}

function mailsIn(outbox: string): string[] {
  return readdirSync(outbox)
    .filter((name) => name.endsWith(".eml"))
    .sort()
    .map((name) =>
      readFileSync(join(outbox, name), "utf8")
        .replace(/=\r?\n/g, "")
        .replaceAll("=3D", "="),
    );
}
