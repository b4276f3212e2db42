import type { Services } from "@bbux/api";
import {
  type ChainGateway,
  type ChainTransaction,
  createGateway,
  createLocalSigner,
  type PlatformWallet,
  type Signer,
  SignerError,
} from "@bbux/chain";
import type { TestNode } from "@bbux/local-chain/testing";
import type { Books } from "./contents.ts";
import { type Distortion, distorting } from "./distortions.ts";
import type { Schedule } from "./schedule.ts";

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

/** Calls whose answers wait for their turn, too: what they did may be known to others, or lost, before they return. */
const DOING = new Set(["send", "pay", "sweep", "cancel", "createNonce", "transaction"]);

/** Has each call of an object wait for its turn. */
function inTurns<Target extends object>(schedule: Schedule, target: Target, own: Partial<Target> = {}): Target {
  const turns = async (name: string, ask: () => Promise<unknown>): Promise<unknown> => {
    await schedule.point(name);
    try {
      return await ask();
    } finally {
      if (DOING.has(name)) await schedule.point(`${name} answered`);
    }
  };
  return new Proxy(target, {
    get(_, key) {
      const call: unknown = Reflect.get(own, key) ?? Reflect.get(target, key);
      if (typeof call !== "function") return call;
      return (...args: unknown[]) => turns(String(key), () => Reflect.apply(call, target, args));
    },
  });
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

/** The signer as a process reaches it. */
export function signerOf(schedule: Schedule, wallet: PlatformWallet, state: Pick<Process, "signer">): Signer {
  const real = createLocalSigner(wallet);
  const reached = new Proxy(real, {
    get(target, key) {
      const call: unknown = Reflect.get(target, key);
      if (typeof call !== "function") return call;
      return async (...args: unknown[]) => {
        if (state.signer === "down") throw new SignerError("UNREACHABLE", "nobody listens");
        const signed: unknown = await Reflect.apply(call, target, args);
        if (state.signer !== "killed") return signed;
        state.signer = null;
        throw new SignerError("UNREACHABLE", "the connection was closed");
      };
    },
  });
  return inTurns(schedule, reached);
}
