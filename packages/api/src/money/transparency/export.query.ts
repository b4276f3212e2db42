import type { ExportLogInput, TransparencyCheckpoint, TransparencyKey } from "@bbux/contract";
import type { Services } from "../../platform/context/index.ts";
import { currentKey, listKeys } from "./checkpoint-keys.ts";
import { checkpointsBetween, headOf, listLog } from "./transparency.queries.ts";

const PAGE = 1_000;

/** The first line of a file. */
export interface LogHeader {
  readonly format: "bbux-transparency-log-v1";
  /** The place before the first entry of the file, and the place of its last. */
  readonly after: number;
  readonly through: number;
  /** The number of checkpoints in the file. */
  readonly checkpoints: number;
  /** The end of the chain when the file was started. */
  readonly head: { readonly seq: number; readonly hash: string };
  readonly publicKey: string;
  /** Once there has been more than one. */
  readonly keys?: readonly TransparencyKey[];
}

/**
 * Yields the log as a file, line by line: a header, the entries in order, and every checkpoint after the last entry
 * that it covers. Sealed lines never change, so no transaction or connection is held between two pages.
 */
export async function* exportLog(
  { db, platformWallet }: Pick<Services, "db" | "platformWallet">,
  { after, limit }: ExportLogInput,
): AsyncGenerator<string> {
  const head = await headOf(db);
  const through = Math.max(after, Math.min(head.seq, after + (limit ?? head.seq)));
  const checkpoints = await checkpointsBetween(db, after, through);
  const keys = await listKeys(db, platformWallet);
  const header: LogHeader = {
    format: "bbux-transparency-log-v1",
    after,
    through,
    checkpoints: checkpoints.length,
    head,
    publicKey: currentKey(keys),
    ...(keys.length > 1 && { keys }),
  };
  yield lineOf(header);
  let place = after;
  yield* upTo(checkpoints, place);
  while (place < through) {
    const { entries } = await listLog(db, { after: place, limit: Math.min(PAGE, through - place) });
    const last = entries.at(-1);
    if (!last) throw new Error(`The log ends after entry ${place}, before ${through}`);
    for (const entry of entries) {
      yield lineOf(entry);
      yield* upTo(checkpoints, entry.seq);
    }
    place = last.seq;
  }
}

/** Takes the checkpoints whose entries have all been written at this place. */
function* upTo(checkpoints: TransparencyCheckpoint[], seq: number): Generator<string> {
  while (checkpoints[0] && checkpoints[0].seq <= seq) {
    yield lineOf(checkpoints[0]);
    checkpoints.shift();
  }
}

function lineOf(value: object): string {
  return `${JSON.stringify(value)}\n`;
}
