import { z } from "zod";
import { amountAsString } from "../platform/amounts.ts";
import { idOut, time } from "../platform/ids.ts";
import { reserves } from "./reserves.ts";
import { PROOF_CODE, proofCodeProblem } from "./transparency.rules.ts";

export { PROOF_CODE, proofCodeProblem } from "./transparency.rules.ts";

/** The published log, its chain and its checkpoints (docs/DECISIONS.md 1.8, docs/TRANSPARENCY.md). */
export const TRANSPARENCY = { page: { default: 200, max: 1_000 }, sealedWithinMs: 5_000, treesKept: 7 } as const;

const day = z.string().meta({ format: "date" });
const hash = z.string().meta({ description: "SHA-256, hex" });

/**
 * A sealed line. `changes` by kind of account sum to zero; the hash covers the eleven lines of docs/TRANSPARENCY.md.
 */
export const transparencyEntry = z
  .object({
    seq: z.int().meta({ description: "Place in the chain, from 1" }),
    id: idOut,
    type: z.string(),
    amount: amountAsString,
    feeAmount: amountAsString,
    changes: z.record(z.string(), amountAsString).meta({ description: "By kind of account; signed" }),
    subject: z.string().meta({
      description:
        "What was decided about (`proposal:1042`), the fee that is in force (`bountyFee:500`), or the account that holds a bounty (`escrow:1042`) or a withdrawal (`hold:1043`); else empty",
    }),
    description: z.string(),
    createdAt: time,
    prevHash: hash,
    hash,
  })
  .meta({ id: "TransparencyEntry" });
export type TransparencyEntry = z.infer<typeof transparencyEntry>;

export const transparencyCheckpoint = z
  .object({
    day,
    seq: z.int(),
    hash,
    totals: z.record(z.string(), amountAsString).meta({ description: "By kind of account; they sum to zero" }),
    members: z.int().meta({ description: "Whose balances are in the tree" }),
    liabilities: amountAsString.meta({ description: "The tree's sum: what members are owed" }),
    root: hash,
    createdAt: time,
    body: z.string().meta({ description: "The text that is signed" }),
    signature: z.string().meta({ description: "Ed25519, base64" }),
    publicKey: z.string().meta({ description: "Ed25519, base64 of 32 bytes" }),
  })
  .meta({ id: "TransparencyCheckpoint" });
export type TransparencyCheckpoint = z.infer<typeof transparencyCheckpoint>;

export const transparencyKey = z
  .object({
    version: z.int(),
    publicKey: z.string().meta({ description: "Ed25519, base64 of 32 bytes" }),
    from: day.nullable().meta({ description: "The first day whose checkpoint it signs; null for the first key" }),
    until: day.nullable().meta({ description: "The first day that belongs to the next key; null for the current one" }),
    endorsement: z
      .object({
        text: z.string().meta({ description: "What both keys have signed" }),
        byPrevious: z.string().meta({ description: "Ed25519, base64: by the key before" }),
        byOwn: z.string().meta({ description: "Ed25519, base64: by this key" }),
      })
      .nullable()
      .meta({ description: "null for the first key" }),
  })
  .meta({ id: "TransparencyKey" });
export type TransparencyKey = z.infer<typeof transparencyKey>;
const keys = z.array(transparencyKey).meta({ description: "All that have signed checkpoints, by version" });

export const transparencyLogInput = z
  .object({
    after: z.int().min(0).default(0).meta({ description: "Entries after this place" }),
    limit: z.int().min(1).max(TRANSPARENCY.page.max).default(TRANSPARENCY.page.default),
  })
  .prefault({});
export const transparencyLogOutput = z.object({
  entries: z.array(transparencyEntry),
  next: z.int().nullable().meta({ description: "`after` of the next page; null at the end" }),
  head: z.object({ seq: z.int(), hash }),
});

/** The log as a file; all of it without a limit. */
export const exportLogInput = z.object({
  after: z.int().min(0).default(0).meta({ description: "Entries after this place, to go on with a file" }),
  limit: z.int().min(1).optional().meta({ description: "At most so many entries; all without it" }),
});
export type ExportLogInput = z.infer<typeof exportLogInput>;

/** A checkpoint as a C2SP note, and who has cosigned it. */
export const checkpointNote = z
  .object({
    day: z.string().meta({ format: "date" }),
    size: z.int().meta({ description: "Leaves of its tree: the entries and checkpoints so far" }),
    text: z.string().meta({ description: "The note with all its signatures, as https://c2sp.org/tlog-checkpoint" }),
    anchor: z
      .object({ signature: z.string(), at: time })
      .nullable()
      .meta({ description: "The Solana transaction whose memo has size and root, once it is final" }),
    cosigned: z
      .array(z.object({ name: z.string(), at: time }))
      .meta({ description: "The witnesses that have signed that the log only grew since they last saw it" }),
  })
  .meta({ id: "CheckpointNote" });
export type CheckpointNote = z.infer<typeof checkpointNote>;

export const logNotes = z
  .object({
    key: z.string().meta({ description: "The key that signed the latest note, as a C2SP verifier key" }),
    nextKey: z
      .string()
      .nullable()
      .meta({ description: "The key that signs the next one, if another has taken over; else null" }),
    witnesses: z
      .array(z.object({ name: z.string(), key: z.string() }))
      .meta({ description: "Whom the platform asks to cosign" }),
    latest: z.array(checkpointNote).meta({ description: "The latest 30, the newest first" }),
  })
  .meta({ id: "LogNotes" });
export type LogNotes = z.infer<typeof logNotes>;

export const checkpointNoteInput = z.object({
  day: z.iso.date().optional().meta({ description: "The latest without it" }),
});

/** Books, chain and checkpoints in one answer (docs/DECISIONS.md §6). */
export const transparency = z
  .object({
    head: z.object({ seq: z.int(), hash }).meta({ description: "The latest sealed entry; seq 0 when there is none" }),
    unsealed: z.int().meta({ description: "Entries that wait for their place: at most for five seconds" }),
    totals: z.record(z.string(), amountAsString).meta({ description: "The ledger's, by kind of account" }),
    platformWallet: z.object({ address: z.string(), balance: amountAsString }),
    reserves,
    publicKey: z.string().meta({ description: "The key that signs checkpoints now" }),
    keys,
    checkpoints: z.array(transparencyCheckpoint).meta({ description: "The latest 30, the newest first" }),
    notes: logNotes,
  })
  .meta({ id: "Transparency" });
export type Transparency = z.infer<typeof transparency>;
export const listCheckpointsInput = z
  .object({ before: z.iso.date().optional(), limit: z.int().min(1).max(100).default(30) })
  .prefault({});
export const listCheckpointsOutput = z.object({ checkpoints: z.array(transparencyCheckpoint) });

const proofCode = z
  .string()
  .trim()
  .superRefine((code, ctx) => {
    const message = proofCodeProblem(code);
    if (message !== null) ctx.addIssue({ code: "custom", message });
  })
  .meta({ minLength: PROOF_CODE.min, maxLength: PROOF_CODE.max, pattern: "^[ -~]*$" });

export const setProofCodeInput = z.object({
  code: proofCode.nullable().meta({ description: "null for a random one" }),
});
export const setProofCodeOutput = z.object({
  success: z.literal(true),
  code: z.string().meta({ description: "In use from the next checkpoint on" }),
});

/** The kinds of account that hold what members are owed, in the order in which they are hashed. */
export const OWED_KINDS = ["escrow", "hold", "member", "stake"] as const;
export type OwedKind = (typeof OWED_KINDS)[number];
/** Every member has this many leaves. */
export const OWED_SHARES = 3;

export const owedByKind = z
  .object({ escrow: amountAsString, hold: amountAsString, member: amountAsString, stake: amountAsString })
  .meta({ id: "OwedByKind", description: "In bounties, held for withdrawals, available, staked" });

/** Proves what a checkpoint says that a member is owed, using only this and the checkpoint (docs/adr/0023). */
export const liabilityProof = z
  .object({
    checkpoint: transparencyCheckpoint,
    keys,
    address: z.string().meta({ description: "The member's deposit address" }),
    code: z.string().meta({ description: "The member's code at the checkpoint" }),
    owed: owedByKind.nullable().meta({ description: "null if the proof is that the address isn't in the tree" }),
    shares: z
      .array(
        z.object({
          leaf: z.object({ position: hash, owed: owedByKind }).nullable().meta({
            description: "What is at the place; someone else's leaf or null if the address isn't in the tree",
          }),
          path: z
            .array(z.object({ hash, owed: owedByKind }))
            .meta({ description: "From the leaf's sibling to the root's child" }),
        }),
      )
      .meta({
        description: "All amounts are split at random over several leaves, so that no sibling shows anyone's balance",
      }),
  })
  .meta({ id: "LiabilityProof" });
export type LiabilityProof = z.infer<typeof liabilityProof>;
export const liabilityProofOutput = z.object({
  address: z.string().meta({ description: "The caller's deposit address" }),
  code: z.string().meta({ description: "The caller's code, in use from the next checkpoint on" }),
  proof: liabilityProof.nullable().meta({ description: "null until there is a checkpoint" }),
});
export type OwnProof = z.infer<typeof liabilityProofOutput>;
