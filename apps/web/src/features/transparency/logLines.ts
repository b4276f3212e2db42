/** Lines of one request: little enough to be read in time on a slow connection, as the server cuts a stream off. */
const PART = 20_000;

/** The place a part of the log ends at, and the end of the whole, by its first line. */
interface Header {
  readonly through: number;
  readonly head: { readonly seq: number };
}

/** The part of the log could not be fetched: no fault of the log itself. */
export class LogUnreachable extends Error {}

/**
 * The whole log, line by line, fetched part by part until its end: what is sealed meanwhile comes, too.
 * @param from asks the server for the part after a place
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

/** What the first line says; one that says nothing is for the verifier to refuse. */
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
  if (typeof read !== "object" || read === null || !("through" in read) || !("head" in read)) return false;
  const { through, head } = read;
  return (
    typeof through === "number" &&
    typeof head === "object" &&
    head !== null &&
    "seq" in head &&
    typeof head.seq === "number"
  );
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
    // A verifier that has found a fault reads no further.
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
