import type { SignedLine, Signer } from "@bbux/chain";
import { formatAmount } from "@bbux/contract";
import type { Database } from "@bbux/db";
import type { Findings } from "./findings.ts";
import type { Asked } from "./patient.ts";
import {
  type BookedSignature,
  bookedBeside,
  bookedByPosition,
  bookedBySignature,
  requestedByReference,
} from "./signer-record.sql.ts";

/** How far the clocks of database and signer may differ. */
const CLOCK_MS = 60_000;
/** Signatures beside the record that are named. */
const NAMED = 100;

export interface RecordNeeds {
  readonly db: Database;
  readonly chain: Asked;
  readonly signer: Pick<Signer, "record">;
  readonly findings: Findings;
  readonly pause: () => Promise<void>;
}

/**
 * Compares what the signer says it has signed with the books, and what the books don't know with the chain. Reads page by page while
 * the platform keeps running.
 */
export async function auditRecord(needs: RecordNeeds): Promise<void> {
  const { db, signer, findings } = needs;
  let first: SignedLine | null = null;
  let last = 0;
  for (let after: number | null = 0; after !== null; ) {
    const { lines, next } = await signer.record(after);
    first ??= lines[0] ?? null;
    last = lines.at(-1)?.position ?? last;
    const transactions = lines.filter(({ kind }) => kind !== "signCheckpoint");
    await checkLines(needs, transactions);
    await checkPositions(needs, transactions, after, last);
    after = next;
  }
  if (!first) return;
  // Read after the record, so what was stored in the meantime is later than its end: asked again before it counts.
  const since = new Date(new Date(first.at).getTime() + CLOCK_MS);
  for (const signature of await bookedBeside(db, last, since, NAMED)) {
    if (await isRecorded(needs, signature, last)) continue;
    const detail = "the books have it, and the signer's record doesn't";
    findings.add({ finding: "NOT_SIGNED", subject: signature, detail });
  }
}

/** Whether it is in the part of the record that was written since it was read. */
async function isRecorded({ signer }: RecordNeeds, signature: string, last: number): Promise<boolean> {
  for (let after: number | null = last; after !== null; ) {
    const { lines, next } = await signer.record(after);
    if (lines.some((line) => line.signature === signature)) return true;
    after = next;
  }
  return false;
}

async function checkLines(needs: RecordNeeds, lines: readonly SignedLine[]): Promise<void> {
  const { db, findings, pause } = needs;
  const read = (some: readonly SignedLine[]) =>
    bookedBySignature(
      db,
      some.map(({ signature }) => signature),
    );
  const booked = await read(lines);
  let unknown = lines.filter(({ signature }) => !booked.has(signature));
  const differing = lines.filter((line) => {
    const theirs = booked.get(line.signature);
    return theirs && !isSame(line, theirs);
  });
  for (const line of differing) {
    const detail = `the signer signed ${describe(line)}, and the books have ${describe(booked.get(line.signature))}`;
    findings.add({ finding: "SIGNED_OTHERWISE", subject: line.signature, detail });
  }
  if (unknown.length === 0) return;
  // It may be about to be stored.
  await pause();
  const since = await read(unknown);
  unknown = unknown.filter(({ signature }) => !since.has(signature));
  await checkRequests(needs, unknown);
  await checkChain(needs, unknown);
}

function isSame(line: SignedLine, booked: BookedSignature): boolean {
  // What restored books have found on the chain was given other ids, except for payments.
  if (booked.position === null && !(goesOut(line) && line.kind === booked.kind)) return true;
  return (
    line.kind === booked.kind &&
    line.reference === booked.reference &&
    line.keys.hot === booked.keys.hot &&
    (!goesOut(booked) || line.destination === booked.destination) &&
    // The rent of a nonce account is a cost, and nothing that is paid.
    (line.kind === "createNonce" || line.lamports === booked.lamports) &&
    // What was found on the chain doesn't say which nonce it used, nor whose.
    (booked.nonceValue === null || (line.nonce?.value === booked.nonceValue && line.keys.nonce === booked.keys.nonce))
  );
}

/** To an address that isn't made from the platform's own keys. */
const goesOut = ({ kind }: Pick<SignedLine, "kind">) => kind === "pay" || kind === "toCold";

/** Payments that the books don't have, for withdrawals that they have. */
async function checkRequests({ db, findings }: RecordNeeds, lines: readonly SignedLine[]): Promise<void> {
  const payments = lines.filter(({ kind }) => kind === "pay");
  const requested = await requestedByReference(
    db,
    payments.map(({ reference }) => reference),
  );
  for (const line of payments) {
    const theirs = requested.get(line.reference);
    if (!theirs || (theirs.destination === line.destination && theirs.lamports === line.lamports)) continue;
    const detail = `the signer signed ${describe(line)}, and the books ask for ${formatAmount(theirs.lamports)} SOL to ${theirs.destination}`;
    findings.add({ finding: "SIGNED_OTHERWISE", subject: line.signature, detail });
  }
}

/** What has landed without the books' knowledge moved SOL that they count; a payment whose nonce is unused still can. */
async function checkChain({ chain, findings }: RecordNeeds, lines: readonly SignedLine[]): Promise<void> {
  if (lines.length === 0) return;
  const statuses = await chain.statuses(lines.map(({ signature }) => signature));
  const landed = lines.filter((_, index) => statuses[index]?.level === "finalized");
  for (const line of landed) {
    const detail = `${describe(line)} of ${line.at} is on the chain, and the books don't know it`;
    findings.add({ finding: "SIGNED_UNBOOKED", subject: line.signature, detail });
  }
  // A sweep, a move to the cold wallet or a cancellation that lands late pays nobody.
  const open = lines.filter((line) => line.kind === "pay" && !landed.includes(line));
  const addresses = [...new Set(open.flatMap(({ nonce }) => nonce?.address ?? []))];
  if (addresses.length === 0) return;
  const { nonces } = await chain.nonces(addresses);
  for (const line of open) {
    const now = nonces[addresses.indexOf(line.nonce?.address ?? "")];
    if (!now || now.value !== line.nonce?.value) continue;
    const detail = `${describe(line)} of ${line.at} may still land, and the books don't know it`;
    findings.add({ finding: "SIGNED_LOOSE", subject: line.signature, detail });
  }
}

/** What the books say was recorded here must be what is recorded here. */
async function checkPositions(
  { db, findings }: RecordNeeds,
  lines: readonly SignedLine[],
  after: number,
  to: number,
): Promise<void> {
  const signatures = new Map(lines.map(({ position, signature }) => [position, signature]));
  for (const { signature, position } of await bookedByPosition(db, after, to)) {
    if (position === null || signatures.get(position) === signature) continue;
    const detail = `the signer's record has something else at position ${position}`;
    findings.add({ finding: "NOT_SIGNED", subject: signature, detail });
  }
}

function describe(found: SignedLine | BookedSignature | undefined): string {
  if (!found) return "nothing";
  const { kind, reference, destination, lamports, keys } = found;
  const by = keys.hot === 1 && keys.nonce === 1 ? "" : ` with the keys ${keys.hot} and ${keys.nonce}`;
  if (kind === "cancel") return `the cancellation of ${reference}${by}`;
  if (kind === "anchor") return `the log's root ${reference}${by}`;
  if (kind === "createNonce") return `the nonce account ${reference}${by}`;
  if (kind === "handOver") return `the handover of ${reference}${by}`;
  const what = {
    pay: "a payment",
    sweep: "a sweep",
    toCold: "a move to the cold wallet",
    moveHot: "a move between hot wallets",
    signCheckpoint: "a checkpoint",
  }[kind];
  return `${what} of ${formatAmount(lamports)} SOL for ${reference}${destination ? ` to ${destination}` : ""}${by}`;
}
