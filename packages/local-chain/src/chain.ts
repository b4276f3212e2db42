import { AddressLookupTableAccount, PublicKey, type VersionedMessage } from "@solana/web3.js";
import { Blockhashes, derive } from "./blockhashes.ts";
import { BLOCKHASH_AGE, type Commitment, SlotClock, type SlotClockOptions } from "./clock.ts";
import { Faucet } from "./faucet.ts";
import { memoOf } from "./render/memo.ts";
import { type Landed, Store } from "./store.ts";
import { type AccountState, sameAccount } from "./vm/accounts.ts";
import { type Addresses, addressesOf, type Decoded } from "./vm/decode.ts";
import type { TransactionError } from "./vm/errors.ts";
import { feeOf } from "./vm/fee.ts";
import { advancedNonce, nonceValueFrom, readNonce, withNonceValue } from "./vm/nonce.ts";
import { type Outcome, type Simulated, Vm } from "./vm/vm.ts";

const LOOKUP_TABLES = "AddressLookupTab1e1111111111111111111111111";

/** The VM ran something the store couldn't save; only a restart brings the two back in line. */
export class StateDiverged extends Error {}

export interface ChainOptions extends Pick<SlotClockOptions, "slotMs" | "confirmedAfter" | "finalizedAfter"> {
  readonly dataDir: string | null;
  /** For how many slots finalized state stays readable; 0 by default. */
  readonly remembers?: number;
}

/** The chain's state and everything that changes it. All methods are synchronous: one thing happens at a time, as on a single leader. */
export class Chain {
  readonly store: Store;
  readonly clock: SlotClock;
  readonly blockhashes: Blockhashes;
  readonly faucet: Faucet;
  readonly genesisHash: string;
  readonly identity: string;
  readonly vm = new Vm();
  readonly #remembers: number;

  constructor({ dataDir, remembers = 0, ...timing }: ChainOptions) {
    this.#remembers = remembers;
    this.store = new Store(dataDir);
    const seed = this.store.seed();
    this.genesisHash = derive(seed, "genesis");
    this.identity = derive(seed, "identity");
    this.blockhashes = new Blockhashes(seed);
    this.faucet = new Faucet(seed);
    const floor = this.store.floor();
    this.clock = new SlotClock({
      ...timing,
      floor,
      anchor: this.store.anchor(),
      onAnchor: (anchor) => this.store.setAnchor(anchor),
    });
    for (const [address, state] of this.store.accounts()) this.vm.put(new PublicKey(address).toBytes(), state);
    if (this.vm.balance(this.faucet.address.toBytes()) === 0n) this.#fillFaucet();
  }

  /** The account at an address, as of the newest slot at that commitment. */
  account(address: PublicKey, commitment: Commitment): AccountState | null {
    return this.#accountAt(address, this.clock.slot(commitment));
  }

  /** The fee the rules give, regardless of who would pay it. */
  fee(decoded: Pick<Decoded, "transaction">): bigint {
    return feeOf(decoded.transaction.message);
  }

  /** Why this transaction would be rejected before it runs, judged at the newest slot of that commitment; null if it wouldn't be. */
  refusal({ transaction, signature, messageHash }: Decoded, commitment: Commitment): TransactionError | null {
    const newest = this.clock.slot();
    const now = commitment === "processed" ? newest : this.clock.slot(commitment);
    const isRecent = this.blockhashes.usable(transaction.message.recentBlockhash, now, newest) !== undefined;
    if (!isRecent && this.#nonceOf(transaction.message, now) === null) return "BlockhashNotFound";
    const landed = this.store.landedIn(signature, messageHash);
    return landed !== undefined && landed <= now ? "AlreadyProcessed" : null;
  }

  /** Runs the transaction on the state at that commitment without changing anything. */
  simulate(decoded: Decoded, { commitment, verify }: { commitment: Commitment; verify: boolean }): Simulated {
    const slot = this.clock.slot(commitment);
    const { keys } = this.addresses(decoded);
    const now: [PublicKey, AccountState | null][] = [];
    this.#enter(decoded);
    try {
      for (const key of keys) {
        const then = this.store.accountAt(key.toBase58(), slot);
        if (then === undefined) continue;
        now.push([key, this.vm.account(key.toBytes())]);
        this.vm.put(key.toBytes(), then);
      }
      return this.vm.simulate(decoded.bytes, verify);
    } finally {
      for (const [key, state] of now) this.vm.put(key.toBytes(), state);
    }
  }

  /**
   * Puts the transaction into the block of the current slot. Returns null if it landed (its record then has any error it ended with),
   * otherwise the reason it didn't, in which case it cost nothing and left no trace.
   * @param verify false if the signatures have already been verified
   * @param fail land with an error instead of running, so that only the fee is charged
   */
  land(decoded: Decoded, { verify, fail = false }: { verify: boolean; fail?: boolean }): TransactionError | null {
    const refusal = this.refusal(decoded, "processed");
    if (refusal !== null) return refusal;
    // A transaction that is made to fail never runs, so its signatures have to be checked here.
    const isForged =
      fail && verify && this.simulate(decoded, { commitment: "processed", verify }).error === "SignatureFailure";
    return isForged ? "SignatureFailure" : this.#land(decoded, { verify, fail });
  }

  /**
   * Mints lamports with an ordinary transfer from the faucet.
   * @returns the signature, or the error it failed with
   */
  airdrop(to: PublicKey, lamports: bigint): { signature: string } | { error: TransactionError } {
    const decoded = this.faucet.transfer(to, lamports);
    const { error } = this.simulate(decoded, { commitment: "processed", verify: true });
    if (error !== null) return { error };
    const refused = this.#land(decoded, { verify: false, fail: false });
    return refused === null ? { signature: decoded.signature } : { error: refused };
  }

  /** Goes back to the end of an earlier slot that is still remembered, while the clock is stopped. */
  rewind(slot: number): void {
    for (const [address, state] of this.store.rewind(slot)) this.vm.put(new PublicKey(address).toBytes(), state);
    this.clock.rewind(slot);
  }

  /** All addresses of a transaction, with lookup tables resolved as they are now. */
  addresses({ transaction }: Decoded): Addresses {
    const tables = transaction.message.addressTableLookups.flatMap(({ accountKey }) => {
      const account = this.vm.account(accountKey.toBytes());
      try {
        return account
          ? [
              new AddressLookupTableAccount({
                key: accountKey,
                state: AddressLookupTableAccount.deserialize(account.data),
              }),
            ]
          : [];
      } catch {
        return [];
      }
    });
    return addressesOf(transaction, tables);
  }

  #land(decoded: Decoded, { verify, fail }: { verify: boolean; fail: boolean }): TransactionError | null {
    const { transaction, bytes, signature, messageHash } = decoded;
    const { keys, writable, written } = this.addresses(decoded);
    const { slot, time } = this.#enter(decoded);
    const states = () => keys.map((key, index) => (writable[index] ? this.vm.account(key.toBytes()) : null));
    const balances = (of: readonly (AccountState | null)[]) =>
      keys.map((key, index) => (writable[index] ? (of[index]?.lamports ?? 0n) : this.vm.balance(key.toBytes())));
    const before = states();
    const balancesBefore = balances(before);
    const nonce = this.#nonceOf(transaction.message, slot);
    const outcome = fail ? this.#failed(decoded) : this.vm.run(bytes, verify);
    const isCharged = outcome.error === null || this.vm.balance(payerOf(decoded)) !== balancesBefore[0];
    if (isCharged)
      this.#advanceNonces(
        keys.flatMap((key, index) => (writable[index] ? [{ key, before: before[index] ?? null }] : [])),
        { slot, used: nonce },
      );
    const after = states();
    const balancesAfter = balances(after);
    const sum = (of: readonly bigint[]) => of.reduce((total, one) => total + one, 0n);
    // A transaction lands only if its fee payer could be charged.
    if (!isCharged) return outcome.error;
    const names = keys.map((key) => key.toBase58());
    const loaded = names.map((name, index) => ({ name, isWritable: writable[index] })).slice(written);
    this.#keep({
      signature,
      messageHash,
      slot,
      time,
      error: outcome.error,
      memo: memoOf(transaction.message),
      mentions: new Set(names),
      changes: names.flatMap((address, index) => {
        const [old = null, now = null] = [before[index], after[index]];
        return sameAccount(old, now) ? [] : [{ address, before: old, after: now }];
      }),
      record: {
        bytes: Buffer.from(bytes).toString("base64"),
        fee: sum(balancesBefore) - sum(balancesAfter),
        before: balancesBefore,
        after: balancesAfter,
        logs: outcome.logs,
        units: outcome.units,
        inner: outcome.inner,
        loaded: {
          writable: loaded.filter(({ isWritable }) => isWritable).map(({ name }) => name),
          readonly: loaded.filter(({ isWritable }) => !isWritable).map(({ name }) => name),
        },
      },
    });
    return null;
  }

  /** The nonce account that makes this message valid at a slot without a recent blockhash, or null. */
  #nonceOf(message: VersionedMessage, slot: number): PublicKey | null {
    const advanced = advancedNonce(message);
    const nonce = advanced && readNonce(this.#accountAt(advanced.address, slot));
    if (!nonce || nonce.value !== message.recentBlockhash || !advanced.signers.includes(nonce.authority)) return null;
    // It is good from the slot after the one it was set in.
    return nonce.value === nonceValueFrom(this.blockhashes.of(slot)) ? null : advanced.address;
  }

  /**
   * Gives the nonce accounts that a transaction set their values. The VM derives them from its own blockhash, which never changes.
   * A transaction that used one and failed has advanced it, too, like on a cluster.
   */
  #advanceNonces(
    written: readonly { readonly key: PublicKey; readonly before: AccountState | null }[],
    { slot, used }: { slot: number; used: PublicKey | null },
  ): void {
    const value = nonceValueFrom(this.blockhashes.of(slot));
    for (const { key, before } of written) {
      const now = this.vm.account(key.toBytes());
      const nonce = readNonce(now);
      if (!now || !nonce) continue;
      const isUsed = used?.equals(key) ?? false;
      if (isUsed || nonce.value !== readNonce(before)?.value) {
        this.vm.put(key.toBytes(), withNonceValue(now, value));
      }
    }
  }

  /** Charges the fee and does nothing else, provided the payer can afford it. */
  #failed(decoded: Decoded): Outcome {
    const [payer] = decoded.transaction.message.staticAccountKeys;
    const nothing = { logs: [], units: 0n, inner: [], returned: null };
    const state = payer && this.vm.account(payer.toBytes());
    const fee = this.fee(decoded);
    if (!state || state.lamports < fee) return { ...nothing, error: "InsufficientFundsForFee" };
    this.vm.put(payer.toBytes(), { ...state, lamports: state.lamports - fee });
    return {
      ...nothing,
      error: { InstructionError: [0, { Custom: 1 }] },
      logs: ["Program log: failed as it was told to"],
    };
  }

  #keep(landed: Landed): void {
    try {
      this.store.land(landed, this.clock.slot("finalized") - this.#remembers);
    } catch (error) {
      throw new StateDiverged("What the VM ran could not be saved", { cause: error });
    }
  }

  #enter({ transaction }: Decoded): { slot: number; time: number } {
    const slot = this.clock.slot();
    const time = Math.floor(Date.now() / 1_000);
    this.vm.enter(slot, time);
    if (transaction.message.staticAccountKeys.some((key) => key.toBase58() === LOOKUP_TABLES)) {
      const recent = Array.from({ length: BLOCKHASH_AGE }, (_, back) => slot - 1 - back);
      this.vm.setRecentSlots(recent.map((each) => ({ slot: BigInt(each), hash: this.blockhashes.of(each) })));
    }
    return { slot, time };
  }

  #accountAt(address: PublicKey, slot: number): AccountState | null {
    const then = this.store.accountAt(address.toBase58(), slot);
    return then === undefined ? this.vm.account(address.toBytes()) : then;
  }

  #fillFaucet(): void {
    const { address, riches } = this.faucet;
    this.vm.put(address.toBytes(), riches);
    this.store.putAccount(address.toBase58(), riches);
    this.store.commit();
  }
}

function payerOf({ transaction }: Decoded): Uint8Array {
  const [payer] = transaction.message.staticAccountKeys;
  if (!payer) throw new Error("A decoded transaction has a fee payer");
  return payer.toBytes();
}
