import { fieldOf } from "../../lib/record.ts";

/** Lines per request: few enough to be read in time on a slow connection, because the server cuts a stream off. */
const PART = 20_000;

/** Where a part of the log ends, and the whole log's end, by its first line. */
interface Header {
  readonly through: number;
  readonly head: { readonly seq: number };
}

/** A part of the log could not be fetched, which isn't a fault of the log itself. */
export class LogUnreachable extends Error {}

/**
 * Yields the whole log line by line, fetched in parts up to its end, including lines that are sealed in the meantime.
 * @param from requests the part after a position
 * @throws LogUnreachable when a part cannot be read
 */
export async function* logLines(
  from: (query: string) => Promise<Response>,
  onHead: (seq: number) => void,
): AsyncGenerator<string> {
  for (let after = 0; ; ) {
    const response = await reach(from(`after=${after}&limit=${PART}`));
    if (!response.ok || !response.body) throw new LogUnreachable(`HTTP ${response.status}`);
    let header: Header | null = null;
    for await (const line of linesOf(response.body)) {
      if (header === null) {
        header = readHeader(line);
        onHead(header.head.seq);
      }
      yield line;
    }
    if (header === null || header.through <= after || header.through >= header.head.seq) return;
    after = header.through;
  }
}

/** Parses the first line; the verifier rejects one that is malformed. */
function readHeader(line: string): Header {
  const nothing = { through: 0, head: { seq: 0 } };
  try {
    const read: unknown = JSON.parse(line);
    return isHeader(read) ? read : nothing;
  } catch {
    return nothing;
  }
}

function isHeader(read: unknown): read is Header {
  return typeof fieldOf(read, "through") === "number" && typeof fieldOf(fieldOf(read, "head"), "seq") === "number";
}

async function* linesOf(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = "";
  try {
    for (;;) {
      const { done, value } = await reach(reader.read());
      rest += decoder.decode(value, { stream: !done });
      const lines = rest.split("\n");
      rest = lines.pop() ?? "";
      yield* lines;
      if (done) break;
    }
    if (rest !== "") yield rest;
  } finally {
    // A verifier that has found a fault stops reading.
    await reader.cancel().catch(() => undefined);
  }
}

async function reach<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw new LogUnreachable("Network error", { cause: error });
  }
}
