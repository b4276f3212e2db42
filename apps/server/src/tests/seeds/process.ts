import type { Services } from "@bbux/api";
import { type ChainGateway, type ChainTransaction, createGateway } from "@bbux/chain";
import type { TestNode } from "@bbux/local-chain/testing";
import type { Books } from "../money/contents.ts";
import { type Distortion, distorting } from "../money/distortions.ts";
import { inTurns, type Schedule } from "./schedule.ts";

/** Nothing listens there: a node answers in this process. */
export const NODE = "http://node.test";

/**
 * `down`: nothing is signed. `killed`: it signs, and dies before it answers.
 */
export type SignerFault = "down" | "killed" | null;

/** A process of the platform: its node and signer with their faults, its clock, and what it does. */
export interface Process {
  /** Another one after each restart. */
  readonly name: string;
  readonly node: TestNode;
  readonly books: Books;
  readonly services: Services;
  /** How far its clock is ahead, in milliseconds. */
  skew: number;
  signer: SignerFault;
  /** Finalized transactions that its node invents. */
  readonly invented: Map<string, ChainTransaction>;
  distort: Distortion | null;
  /** Its node knows balances and nonces, and no transaction. */
  forgetful: boolean;
}

/** Ends all faults of a process. */
export function heal(process: Process): void {
  process.node.faults([]);
  process.skew = 0;
  process.signer = null;
  process.distort = null;
  process.forgetful = false;
  process.invented.clear();
}

/**
 * A node as a process sees it.
 * @param sent keeps what it was given to send, because others may send that again at any time
 */
export function gatewayOf(
  schedule: Schedule,
  { fetch }: TestNode,
  {
    lies = { invented: new Map(), distort: null, forgetful: false },
    sent,
  }: { lies?: Pick<Process, "invented" | "distort" | "forgetful">; sent?: Map<string, Uint8Array> } = {},
): ChainGateway {
  const real = distorting(createGateway({ url: NODE, fetch }), () => lies.distort);
  return inTurns(schedule, real, {
    transaction: async (signature) =>
      lies.invented.get(signature) ?? (lies.forgetful ? null : real.transaction(signature)),
    statuses: async (signatures, minSlot) =>
      lies.forgetful ? signatures.map(() => null) : real.statuses(signatures, minSlot),
    signaturesOf: async (address, page) => (lies.forgetful ? [] : real.signaturesOf(address, page)),
    async send(bytes) {
      sent?.set(Buffer.from(bytes.subarray(1, 65)).toString("hex"), bytes);
      await real.send(bytes);
    },
  });
}
