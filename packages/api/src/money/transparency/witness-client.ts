import type { LogWitness } from "../../platform/context/index.ts";

/** What a witness said to a checkpoint. */
export type WitnessAnswer =
  /** Signature lines, not yet verified. */
  | { readonly kind: "cosigned"; readonly lines: string }
  /** It has seen this many leaves, not as many as it was told. */
  | { readonly kind: "size"; readonly size: number }
  /** It won't sign: the note isn't what it has seen before, or it doesn't know the log. */
  | { readonly kind: "refused"; readonly why: string }
  /** No answer, or none that says anything about the note. */
  | { readonly kind: "failed"; readonly why: string };

/** Bytes of an answer that are read. A witness has a few keys, each signature a few hundred bytes or, post-quantum, 4 kB. */
const MOST_BYTES = 64 * 1_024;
/** The status codes by which https://c2sp.org/tlog-witness refuses. */
const REFUSALS: readonly number[] = [400, 403, 404, 422];

/**
 * Sends a note to a witness, as `add-checkpoint` of https://c2sp.org/tlog-witness. Never throws.
 * @param oldSize how many leaves the witness has seen
 * @param timeoutMs for the whole answer
 * @param proof that the note's tree begins with those
 */
export async function addCheckpoint(
  { url }: Pick<LogWitness, "url">,
  oldSize: number,
  proof: readonly Buffer[],
  note: string,
  timeoutMs: number,
): Promise<WitnessAnswer> {
  const lines = [`old ${oldSize}`, ...proof.map((hash) => hash.toString("base64")), "", note];
  try {
    const response = await fetch(`${url.replace(/\/+$/, "")}/add-checkpoint`, {
      method: "POST",
      headers: { "content-type": "text/plain; charset=utf-8" },
      body: lines.join("\n"),
      redirect: "error",
      signal: AbortSignal.timeout(timeoutMs),
    });
    return understood(response.status, response.headers.get("content-type"), await readSome(response));
  } catch (error) {
    return { kind: "failed", why: error instanceof Error ? causeOf(error) : String(error) };
  }
}

function understood(status: number, type: string | null, text: string): WitnessAnswer {
  if (status === 200) return { kind: "cosigned", lines: text };
  const size = /^(0|[1-9]\d{0,14})\n$/.exec(text)?.[1];
  if (status === 409 && type?.split(";")[0]?.trim() === "text/x.tlog.size" && size) {
    return { kind: "size", size: Number(size) };
  }
  const why = `it answers ${status}${text.trim() ? `: ${printable(text)}` : ""}`;
  return { kind: REFUSALS.includes(status) ? "refused" : "failed", why };
}

async function readSome({ body }: Response): Promise<string> {
  if (!body) return "";
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  // Leaving the loop cancels the rest.
  for await (const chunk of body) {
    bytes += chunk.byteLength;
    if (bytes > MOST_BYTES) throw new Error(`Its answer is longer than ${MOST_BYTES} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

const printable = (text: string) =>
  text
    .trim()
    .slice(0, 200)
    .replaceAll(/[^ -~]+/g, " ");

/** fetch says no more than "fetch failed". */
function causeOf(error: Error): string {
  return error.cause instanceof Error ? error.cause.message : error.message;
}
