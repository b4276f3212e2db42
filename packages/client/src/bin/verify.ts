import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { decimalOf, type LogReport, verifyLog } from "../verify/index.ts";
import {
  type CheckedAnchor,
  type CheckedRoots,
  checkAnchor,
  checkRoots,
  describeAnchor,
  describeRoots,
  readWritten,
} from "./anchor.ts";
import { isAddress, linesOf, type NoteSource, notesAt, SourceError } from "./lines.ts";
import { checkProof, isFine, readExpected } from "./proof.ts";

const USAGE = `Verifies a transparency log of BBUX, offline.

  bbux-verify <log.ndjson>… [--checkpoint <file>]… [--key <base64>] [--note <file>]… [--proof <proof.json> …]
  bbux-verify https://<platform>                downloads the log and verifies it on the way

  <log.ndjson>    as GET /api/transparency/log.ndjson gives it; several are parts of one log, in their order; - reads
                  standard input
  --checkpoint    a checkpoint that you have kept, or an answer with several: the log must agree with it
  --key           a public key of the platform that you have kept, whichever of its keys: each has endorsed the next;
                  without it, those that the log names
  --note          a note of a checkpoint (GET /api/transparency/checkpoint): the log must agree with it. From a platform's
                  address, the latest are downloaded
  --witness       the key of a witness that you trust, name+id+key; may be repeated. A note must be cosigned by all
  --quorum        by how many of them; 0 only says who has
  --rpc           the URL of a Solana node: all roots that the platform's hot wallet has written to the chain must be this
                  log's
  --wallet        the hot wallet's address; may be repeated. From a platform's address, the platform says it
  --since         only the roots written since that day, as 2026-11-24
  --transactions  how many of its transactions are looked through, the newest first; 100000 without it
  --anchor        the transaction with the root of a single --note; from a platform's address, the platform says it
  --proof         an answer of GET /api/transparency/proof: what you are owed. It needs no log; with one, the log must
                  have the proof's checkpoint
  --address       your deposit address; without it, the one that the proof names
  --code          your proof code; without it, the one that the proof names
  --available, --staked, --withdrawing, --in-escrow
                  what you had in BBUX: the proof must say the same
  --member        whose a proof must be that has an id instead of an address
  --json          the result as JSON

Ends with 0 when everything is right, 1 when something is wrong or your address isn't in the tree, 2 when there was
nothing to verify.
`;

/** @returns the exit code */
async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      checkpoint: { type: "string", multiple: true, default: [] },
      key: { type: "string" },
      note: { type: "string", multiple: true, default: [] },
      witness: { type: "string", multiple: true, default: [] },
      quorum: { type: "string" },
      rpc: { type: "string" },
      anchor: { type: "string" },
      wallet: { type: "string", multiple: true, default: [] },
      since: { type: "string" },
      transactions: { type: "string" },
      proof: { type: "string" },
      member: { type: "string" },
      address: { type: "string" },
      code: { type: "string" },
      available: { type: "string" },
      staked: { type: "string" },
      withdrawing: { type: "string" },
      "in-escrow": { type: "string" },
      json: { type: "boolean", default: false },
      help: { type: "boolean", short: "h", default: false },
    },
  });
  if (values.help || (positionals.length === 0 && values.proof === undefined)) {
    process.stdout.write(USAGE);
    return values.help ? 0 : 2;
  }
  const say = (text: string) => process.stdout.write(values.json ? "" : `${text}\n`);
  const { key } = values;
  const result: { log?: LogReport; anchor?: CheckedAnchor | null; roots?: CheckedRoots; proof?: unknown } = {};
  let isRight = true;
  const proof = values.proof === undefined ? undefined : unwrap(readJson(values.proof), "proof");
  const expected = readExpected(values);
  if (positionals.length > 0) {
    const files = values.checkpoint.flatMap((file) => checkpointsIn(readJson(file)));
    const checkpoints = [...files, ...(proof === undefined ? [] : [unwrap(proof, "checkpoint")])];
    const kept = values.note.map((file) => ({ text: readText(file), anchor: values.anchor ?? null }));
    const published = await Promise.all(positionals.map(notesAt));
    const sources: NoteSource[] = [...kept, ...published.flatMap(({ notes }) => notes)];
    const notes = sources.map(({ text }) => text);
    const named = published.flatMap(({ wallets }) => wallets);
    const wallets = values.wallet.length > 0 ? values.wallet : named;
    const node = values.rpc === undefined ? null : { rpc: values.rpc, wallets };
    const written = node && (await readWritten(node, values));
    const rootsAt = written?.roots.map(({ size }) => size) ?? [];
    const { witness: witnesses } = values;
    const quorum = values.quorum === undefined ? witnesses.length : quorumOf(values.quorum);
    const options = { key, checkpoints, notes, witnesses, quorum, rootsAt, header: "required" } as const;
    const log = await verifyLog(all(positionals), options);
    result.log = log;
    isRight = log.problem === null;
    say(describe(log, key !== undefined));
    if (node && written && isRight) {
      result.anchor = await checkAnchor(log, sources, node);
      const isLatest = positionals.some(isAddress);
      const roots = checkRoots(written, log, result.anchor, isLatest);
      result.roots = roots;
      const isWritten = result.anchor?.problem === null || roots.roots.some(({ verdict }) => verdict === "agrees");
      isRight = isWritten && (result.anchor?.problem ?? null) === null && roots.ok;
      if (result.anchor || !isWritten) say(describeAnchor(result.anchor));
      say(describeRoots(roots, isLatest));
      if (values.wallet.length === 0 && named.length > 0) {
        say(
          named.length === 1
            ? "The platform names this wallet itself: if you know the right one, give it with --wallet."
            : "The platform names these wallets itself: if you know the right ones, give each with --wallet.",
        );
      }
    }
  }
  if (proof !== undefined) {
    const { member: memberId, address, code } = values;
    const { report, words } = await checkProof(proof, { key, memberId, address, code, owed: expected });
    result.proof = report;
    isRight &&= isFine(report, expected);
    say(words);
  }
  if (values.json) {
    const text = JSON.stringify(result, (_, value) => (typeof value === "bigint" ? decimalOf(value) : value), 2);
    process.stdout.write(`${text}\n`);
  }
  return isRight ? 0 : 1;
}

async function* all(sources: readonly string[]): AsyncGenerator<string> {
  for (const source of sources) yield* linesOf(source);
}

function describe(log: LogReport, isKeyGiven: boolean): string {
  const { problem, entries, checkpoint, publicKey, keys } = log;
  const counted = `${entries} ${entries === 1 ? "entry" : "entries"}`;
  if (problem) {
    const where = problem.line > 0 ? `Line ${problem.line}. ` : "";
    return `The log is wrong. ${where}${problem.message}.\nWhat comes before it (${counted}) is right.`;
  }
  const totals = Object.entries(log.totals).map(([kind, units]) => `  ${kind.padEnd(10)} ${decimalOf(units)}`);
  return [
    `The log is right: ${counted}, the last with the hash ${log.head.hash}.`,
    ...(checkpoint
      ? [`${log.checkpoints} ${log.checkpoints === 1 ? "checkpoint" : "checkpoints"}, the latest of ${checkpoint.day}.`]
      : ["It has no checkpoint yet."]),
    ...cosigned(log),
    "What the entries come to, in BBUX:",
    ...totals,
    ...stated(log),
    ...(publicKey === null
      ? []
      : [
          `Key of the platform: ${publicKey}${isKeyGiven ? "" : " (named by the log itself: compare it with one you have kept)"}`,
          ...keys.slice(0, -1).map((key) => `Key ${key.version}, until ${key.until}: ${key.publicKey}`),
        ]),
    ...(log.signaturesChecked ? [] : ["The signatures were not checked: this Node does not know Ed25519."]),
  ].join("\n");
}

/** Who else has signed that nothing was taken back. */
function cosigned({ note, entries }: LogReport): string[] {
  if (!note || note.cosigned.length === 0) return [];
  const names = note.cosigned.map(({ name, at }) => `${name} on ${at.slice(0, 10)} at ${at.slice(11, 16)} UTC`);
  const after = entries - note.seq;
  return [
    `Up to entry ${note.seq}, it is the log that witnesses have seen and signed: ${names.join(", ")}.`,
    ...(after > 0 ? [`No witness has signed the ${after} after it yet.`] : []),
  ];
}

/** What the log says about fees, and about bounties and withdrawals that are under way. */
function stated({ fees, open }: LogReport): string[] {
  const percent = (fee: bigint) => `${Number(fee) / 100}%`;
  const { bountyFee, withdrawalFee } = fees;
  return [
    ...(bountyFee === null
      ? []
      : [`Fee on a bounty: ${percent(bountyFee)}. No bounty since it was stated took another.`]),
    ...(withdrawalFee === null
      ? []
      : [`Fee on a withdrawal: ${percent(withdrawalFee)}. No withdrawal since it was stated took another.`]),
    `Open bounties: ${open.bounties}, ${decimalOf(open.bountyAmount)} BBUX. Withdrawals in progress: ${open.withdrawals}, ${decimalOf(open.withdrawalAmount)} BBUX.`,
    "Every other one has ended once, and in its amount.",
    ...(open.unnamed > 0n
      ? [`Held from before the log told bounties and withdrawals apart: ${decimalOf(open.unnamed)} BBUX.`]
      : []),
  ];
}

function quorumOf(text: string): number {
  if (!/^\d{1,3}$/.test(text)) throw new SourceError(`--quorum must be a number: ${text}`);
  return Number(text);
}

function readText(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    throw new SourceError(`${file} cannot be read: ${error instanceof Error ? error.message : error}`);
  }
}

function readJson(file: string): unknown {
  const text = readText(file);
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new SourceError(`${file} cannot be read: ${error instanceof Error ? error.message : error}`);
  }
}

/** Accepts a checkpoint, a list, or an API response with either. */
function checkpointsIn(value: unknown): readonly unknown[] {
  const list = unwrap(unwrap(value, "checkpoints"), "checkpoint");
  return Array.isArray(list) ? list : [list];
}

function unwrap(value: unknown, name: string): unknown {
  if (typeof value !== "object" || value === null || !(name in value)) return value;
  return Object.entries(value).find(([key]) => key === name)?.[1];
}

try {
  process.exitCode = await main();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 2;
}
