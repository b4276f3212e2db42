import { setTimeout as sleep } from "node:timers/promises";
import { type RenderOptions, type RenderText, renderTexts, type Services } from "@bbux/api";
import type { FastifyBaseLogger } from "fastify";
import { createMarkdown } from "../markdown/markdown.ts";

/** Until then a new text is rendered by those who read it. */
const EVERY_MS = 2_000;

export interface Renderer {
  stop(): Promise<void>;
}

/** After nothing could be rendered. */
const AGAIN_MS = 30_000;

/** Renders texts as they are written. It runs in every worker; the queue in the database is the same for all. */
export function startRenderer(
  { db }: Pick<Services, "db">,
  log: FastifyBaseLogger,
  render: RenderText = createMarkdown(),
): Renderer {
  const stopped = new AbortController();
  const { signal } = stopped;
  // Stopping doesn't wait for a text: the process that renders ends with this one.
  const untilStopped: RenderText = (text) =>
    new Promise((resolve, reject) => {
      const onAbort = () => reject(new Error("Stopped"));
      // Taken away again, because this process renders texts for months.
      signal.addEventListener("abort", onAbort, { once: true });
      void render(text)
        .then(resolve, reject)
        .finally(() => signal.removeEventListener("abort", onAbort));
    });
  const onUnrendered: RenderOptions["onUnrendered"] = ({ id, kind }) =>
    log.info({ id, kind }, "this text isn't kept as HTML: its readers render it");
  const loop = (async () => {
    while (!signal.aborted) {
      const pause = await renderTexts(db, untilStopped, { signal, onUnrendered }).then(
        () => EVERY_MS,
        (err: unknown) => {
          if (!signal.aborted) log.error({ err }, "texts wait to be rendered");
          return AGAIN_MS;
        },
      );
      await sleep(pause, undefined, { signal }).catch(() => undefined);
    }
  })();
  return {
    async stop() {
      stopped.abort();
      await loop;
    },
  };
}
