import { createReadStream } from "node:fs";
import { Readable } from "node:stream";

/** An entry takes a few hundred bytes, a checkpoint one or two thousand. */
const LONGEST = 1_000_000;
/** Entries per request. */
const PART = 50_000;

/** The source can't be read, as opposed to its content being wrong. */
export class SourceError extends Error {}

/** The lines of a log: from a file, from `-` (standard input), or from a platform's address, in parts. */
export async function* linesOf(source: string): AsyncGenerator<string> {
  if (isAddress(source)) yield* download(source);
  else yield* split(source === "-" ? process.stdin : createReadStream(source));
}

/** Whether it is a platform's address, and no file. */
export const isAddress = (source: string) => /^https?:\/\//.test(source);

/** A note, and the Solana transaction that is said to have its root. */
export interface NoteSource {
  readonly text: string;
  readonly anchor: string | null;
}

/** What a platform says about its log on Solana. */
export interface PublishedNotes {
  /** The latest, of which it may have none. */
  readonly notes: readonly NoteSource[];
  /** The addresses of its hot wallets: earlier ones have written earlier roots. */
  readonly wallets: readonly string[];
}

/** @returns what the platform at an address publishes; nothing for a file */
export async function notesAt(source: string): Promise<PublishedNotes> {
  if (!isAddress(source)) return { notes: [], wallets: [] };
  const url = logAt(source);
  url.pathname = url.pathname.replace(/\/log\.ndjson$/, "");
  const response = await fetch(url);
  if (!response.ok) throw new SourceError(`${url.href} answers ${response.status}`);
  const published: {
    notes?: { latest?: { text: string; anchor?: { signature: string } | null }[] };
    platformWallet?: { address?: string };
    reserves?: { onChain?: { hotWallets?: { address: string }[] } };
  } = JSON.parse(await response.text());
  const notes = (published.notes?.latest ?? []).map(({ text, anchor }) => ({
    text,
    anchor: anchor?.signature ?? null,
  }));
  // A platform from before keys were replaced names one.
  const { hotWallets = [published.platformWallet] } = published.reserves?.onChain ?? {};
  return { notes, wallets: hotWallets.flatMap((wallet) => wallet?.address ?? []) };
}

function logAt(address: string): URL {
  const url = new URL(address);
  if (!url.pathname.endsWith("/log.ndjson")) {
    const base = url.pathname.replace(/\/(api(\/v1)?\/?)?$/, "");
    url.pathname = `${base}/api/transparency/log.ndjson`;
  }
  return url;
}

async function* download(address: string): AsyncGenerator<string> {
  const url = logAt(address);
  url.searchParams.set("limit", String(PART));
  for (let after = 0; ; ) {
    url.searchParams.set("after", String(after));
    const response = await fetch(url);
    if (!response.ok || !response.body) throw new SourceError(`${url.href} answers ${response.status}`);
    let place: { through: number; head: number } | null = null;
    for await (const line of split(Readable.fromWeb(response.body))) {
      place ??= placeOf(line);
      yield line;
    }
    // The verifier reports a missing header.
    if (!place || place.through >= place.head || place.through <= after) return;
    after = place.through;
  }
}

function placeOf(line: string): { through: number; head: number } | null {
  try {
    const { through, head } = JSON.parse(line);
    return { through: Number(through), head: Number(head.seq) };
  } catch {
    return null;
  }
}

/** Splits a UTF-8 stream with no more than a line in memory. */
async function* split(stream: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = "";
  for await (const chunk of stream) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split("\n");
    rest = lines.pop() ?? "";
    yield* lines;
    if (rest.length > LONGEST) {
      // Not a line of a log, which the verifier reports.
      yield rest.slice(0, 100);
      return;
    }
  }
  rest += decoder.decode();
  if (rest !== "") yield rest;
}
