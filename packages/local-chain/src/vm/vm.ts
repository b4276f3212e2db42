import * as native from "litesvm/dist/internal.js";
import { type AccountState, NO_RENT_EPOCH } from "./accounts.ts";
import { errorOf, type TransactionError } from "./errors.ts";

export interface InnerInstruction {
  readonly programIdIndex: number;
  readonly accounts: readonly number[];
  /** base64 */
  readonly data: string;
  readonly stackHeight: number;
}

/** The result of running a transaction. */
export interface Outcome {
  readonly error: TransactionError | null;
  readonly logs: readonly string[];
  readonly units: bigint;
  /** Inner calls, by instruction of the message. */
  readonly inner: readonly (readonly InnerInstruction[])[];
  readonly returned: { readonly program: Uint8Array; readonly data: Uint8Array } | null;
}

export interface Simulated extends Outcome {
  readonly accounts: ReadonlyMap<string, AccountState>;
}

/**
 * The Solana VM (litesvm). Its own blockhashes and history are off: it knows only the newest blockhash and forgets duplicates after
 * 32 other transactions. Bytes must pass {@link decodeTransaction} first, because it aborts the process on malformed ones. We use the
 * package's native module, which takes raw bytes; its public API would decode and re-encode them.
 */
export class Vm {
  readonly #svm = new native.LiteSvm();
  #slot = -1;

  constructor() {
    this.#svm.setTransactionHistory(0n);
    this.#svm.setBlockhashCheck(false);
  }

  /** Sets the slot and time that programs see from now on. */
  enter(slot: number, seconds: number): void {
    if (slot === this.#slot) return;
    this.#slot = slot;
    this.#svm.setClock(new native.Clock(BigInt(slot), 0n, 0n, 1n, BigInt(seconds)));
  }

  /** The slots from which the lookup-table program can derive an address. */
  setRecentSlots(hashes: native.SlotHashInput[]): void {
    this.#svm.setSlotHashes(hashes);
  }

  account(address: Uint8Array): AccountState | null {
    const account = this.#svm.getAccount(address);
    if (!account || account.lamports() === 0n) return null;
    return {
      lamports: account.lamports(),
      owner: account.owner(),
      data: account.data(),
      executable: account.executable(),
      rentEpoch: account.rentEpoch(),
    };
  }

  balance(address: Uint8Array): bigint {
    return this.#svm.getBalance(address) ?? 0n;
  }

  put(address: Uint8Array, state: AccountState | null): void {
    const { lamports, data, owner, executable, rentEpoch } = state ?? NOTHING;
    this.#svm.setAccount(address, new native.Account(lamports, data, owner, executable, rentEpoch));
  }

  rentExemption(bytes: number): bigint {
    return this.#svm.minimumBalanceForRentExemption(BigInt(bytes));
  }

  /** @param verify false if the signatures have already been verified */
  run(bytes: Uint8Array, verify: boolean): Outcome {
    return this.#verifying(verify, () => outcomeOf(this.#svm.sendVersionedTransaction(bytes)));
  }

  simulate(bytes: Uint8Array, verify: boolean): Simulated {
    return this.#verifying(verify, () => {
      const result = this.#svm.simulateVersionedTransaction(bytes);
      const accounts = new Map<string, AccountState>();
      if (result instanceof native.FailedTransactionMetadata) return { ...outcomeOf(result), accounts };
      for (const entry of result.postAccounts()) {
        const account = entry.account();
        accounts.set(Buffer.from(entry.address).toString("hex"), {
          lamports: account.lamports(),
          owner: account.owner(),
          data: account.data(),
          executable: account.executable(),
          rentEpoch: account.rentEpoch(),
        });
      }
      return { ...outcomeOf(result.meta()), accounts };
    });
  }

  #verifying<Result>(verify: boolean, run: () => Result): Result {
    if (verify) return run();
    this.#svm.setSigverify(false);
    try {
      return run();
    } finally {
      this.#svm.setSigverify(true);
    }
  }
}

const NOTHING: AccountState = {
  lamports: 0n,
  owner: new Uint8Array(32),
  data: new Uint8Array(),
  executable: false,
  rentEpoch: NO_RENT_EPOCH,
};

function outcomeOf(result: native.TransactionMetadata | native.FailedTransactionMetadata): Outcome {
  const isFailed = result instanceof native.FailedTransactionMetadata;
  const meta = isFailed ? result.meta() : result;
  const returned = meta.returnData();
  const data = returned.data();
  return {
    error: isFailed ? errorOf(result.err()) : null,
    logs: meta.logs(),
    units: meta.computeUnitsConsumed(),
    inner: meta.innerInstructions().map((called) =>
      called.map((one) => {
        const instruction = one.instruction();
        return {
          programIdIndex: instruction.programIdIndex(),
          accounts: [...instruction.accounts()],
          data: Buffer.from(instruction.data()).toString("base64"),
          stackHeight: one.stackHeight(),
        };
      }),
    ),
    returned: data.length === 0 ? null : { program: returned.programId(), data },
  };
}
