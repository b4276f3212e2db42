import { setPriority } from "node:os";
import { renderPdf } from "./index.ts";
import { type PrintJob, type PrintResult, printJob } from "./protocol.ts";

/*
 * A separate process that prints pages of the documentation, which takes seconds of processor time and memory that is freed when
 * it ends. It has none of the server's secrets.
 */

async function print({ id, slug, config }: PrintJob): Promise<PrintResult> {
  try {
    return { id, outcome: "printed", pdf: await renderPdf(slug, config) };
  } catch (error) {
    return { id, outcome: "failed", reason: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}

// Server responses have priority over documents.
setPriority(5);
process.on("disconnect", () => process.exit());
process.on("message", (message) => {
  void print(printJob.parse(message)).then((result) => process.send?.(result));
});
