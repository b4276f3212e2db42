import { type Services, watchRound } from "@bbux/api";
import { type ChainGateway, type ChainTransaction, createGateway } from "@bbux/chain";
import bs58 from "bs58";
import { sql } from "kysely";
import type { TestMember } from "../testing.ts";
import { call, ok } from "./support.ts";
import { type MoneyWorld, startMoney, stranger } from "./wallet.support.ts";

/** A cluster with two nodes. `instead` changes what the first one says. */
export interface TwoNodes extends MoneyWorld {
  /** Replaces calls of the witness until `heal`. */
  witnessSays(calls: Partial<ChainGateway>): void;
  /** Puts another node in the place of the witness until `heal`. */
  witnessIs(url: string): void;
  /** How often the witness was asked anything. */
  asked(): number;
}

/** The witness gives up sooner than a member's call. */
const TIMEOUT_MS = 300;

export async function startTwoNodes(): Promise<TwoNodes> {
  const says: Partial<ChainGateway> = {};
  let other: ChainGateway | null = null;
  let asked = 0;
  const world = await startMoney({
    witness(url) {
      const real = createGateway({ url });
      return new Proxy(real, {
        get(target, key) {
          asked++;
          return Reflect.get(says, key) ?? Reflect.get(other ?? target, key);
        },
      });
    },
  });
  // What operators read must not contain what follows the host.
  Object.assign(world.services.chainRpc, { url: "https://user:hunter22@first.example/v2/secret-key" });
  return {
    ...world,
    witnessSays: (calls) => void Object.assign(says, calls),
    witnessIs(url) {
      other = createGateway({ url, timeoutMs: TIMEOUT_MS });
    },
    asked: () => asked,
    async heal() {
      for (const key of Object.keys(says)) Reflect.deleteProperty(says, key);
      other = null;
      // A witness that was silent is asked again after a pause.
      world.t.travel(6_000);
      await world.heal();
    },
  };
}

/** A transaction that is on no chain. */
export async function fabricated(
  { truth }: Pick<MoneyWorld, "truth">,
  address: string,
  lamports: bigint,
): Promise<ChainTransaction> {
  return {
    signature: bs58.encode(crypto.getRandomValues(new Uint8Array(64))),
    slot: (await truth.finalizedHeight()).slot,
    blockTime: null,
    failed: false,
    fee: 5_000n,
    feePayer: stranger(),
    signers: [],
    recentBlockhash: stranger(),
    memos: [],
    isNonceCreation: false,
    changes: new Map([[address, lamports]]),
  };
}

/** Answers for one transaction, and truthfully for all others. */
export function showing(
  { truth }: Pick<MoneyWorld, "truth">,
  shown: ChainTransaction | { readonly signature: string; readonly nothing: true },
): Pick<ChainGateway, "transaction"> {
  return {
    async transaction(signature) {
      if (signature !== shown.signature) return truth.transaction(signature);
      return "nothing" in shown ? null : shown;
    },
  };
}

/** Says that a nonce account has another value, and is truthful about all others. */
export function nonceSays(
  { truth }: Pick<MoneyWorld, "truth">,
  address: string,
  value: string,
): Pick<ChainGateway, "nonces"> {
  return {
    async nonces(addresses, minSlot) {
      const { slot, nonces } = await truth.nonces(addresses, minSlot);
      return {
        slot,
        nonces: nonces.map((nonce, nth) => (addresses[nth] === address && nonce ? { ...nonce, value } : nonce)),
      };
    },
  };
}

export const confirmDeposit = ({ t }: Pick<MoneyWorld, "t">, as: TestMember, signature: string) =>
  call(t, "POST", "/wallet/confirm-deposit", { as, body: { signature } });

/** One round of the watcher over all addresses. */
export const watch = (services: Services) =>
  watchRound(
    services,
    async () => undefined,
    async () => true,
  );

/** The waiting deposits that the member's wallet shows. */
export async function waitingOf({ t }: Pick<MoneyWorld, "t">, as: TestMember): Promise<Record<string, string>[]> {
  return ok(await call(t, "GET", "/wallet", { as })).waiting;
}

/** Open alerts, as operators read them. */
export async function alertsOf({ t }: Pick<MoneyWorld, "t">): Promise<string[]> {
  const { rows } = await sql<{ line: string }>`
    select kind || ' ' || subject || ': ' || detail as line from alerts where closed_at is null order by id`.execute(
    t.database.ownerDb,
  );
  return rows.map(({ line }) => line);
}
