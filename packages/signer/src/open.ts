import { createPlatformWallet, type PlatformWallet, type Signer, SignerError } from "@bbux/chain";
import type { SignerControl } from "./control.ts";
import { createEarlierPayments } from "./earlier-payments.ts";
import { KeysError, openKeys } from "./keys.ts";
import { limitsOf } from "./limits.ts";
import { ownLook, type SignerChain } from "./look.ts";
import { createPolicy } from "./policy.ts";
import { openRecord, type SigningRecord } from "./record.ts";
import type { RecordLine } from "./record-line.ts";
import { createRecordingSigner } from "./recording-signer.ts";
import { createRefusals } from "./refusals.ts";
import { createRotations } from "./rotations.ts";
import type { SignerSettings } from "./settings.ts";
import { createSignedIndex } from "./signed-index.ts";

export type { SignerControl };

export interface OpenSigner {
  readonly wallet: PlatformWallet;
  readonly signer: Signer;
  readonly control: SignerControl;
  readonly record: SigningRecord;
}

/** What tests stand in for. */
export interface Surroundings {
  readonly now?: () => Date;
  readonly look?: () => SignerChain | null;
  /** Called when a new key is on disk and not in the record. */
  readonly onRotated?: () => void;
}

/**
 * Opens the signer of a directory in this process, with its keys and its record. Only the directory's lock, which the caller holds, makes sure that
 * nobody else writes there.
 * @param seed the platform's, 32 bytes
 * @throws RecordError, KeysError with a sentence for the operator
 */
export function openSigner(
  seed: Uint8Array,
  settings: Pick<SignerSettings, "dir" | "limits" | "rpcUrl" | "chainFile" | "coldWallet" | "timeoutFactor">,
  { now = () => new Date(), look = ownLook(settings), onRotated = () => undefined }: Surroundings = {},
): OpenSigner {
  const keys = openKeys(settings.dir, seed, createPlatformWallet(seed).address);
  const wallet = createPlatformWallet(seed, keys.later);
  const index = createSignedIndex();
  const refusals = createRefusals();
  const earlier = createEarlierPayments({
    record: { at: (position) => record.at(position) },
    index,
    look,
    timeoutFactor: settings.timeoutFactor,
  });
  const policy = createPolicy(limitsOf(settings.limits), earlier.first);
  const rotations = createRotations();
  const listeners = [index, refusals, earlier, policy, rotations];
  const tell = (line: RecordLine) => {
    for (const each of listeners) each.add(line);
  };
  const record: SigningRecord = openRecord(settings.dir, wallet.address, tell);
  const recordRotations = () => {
    for (const rotation of rotations.missing(keys)) record.append({ what: "rotated", ...rotation }, now());
  };
  rotations.requireKept(keys);
  recordRotations();
  const rotate = (make: () => void) => {
    try {
      make();
    } catch (error) {
      if (!(error instanceof KeysError)) throw error;
      throw new SignerError("REFUSED", error.message, { cause: error });
    }
    onRotated();
    recordRotations();
  };
  return {
    wallet,
    signer: createRecordingSigner({
      wallet,
      keys,
      record,
      index,
      policy,
      earlier,
      refusals,
      now,
      coldWallet: settings.coldWallet ?? null,
    }),
    control: {
      resetFence: (reason) => void record.append({ what: "fence reset", reason }, now()),
      release: (reference, reason) => void record.append({ what: "released", reference, reason }, now()),
      rotateCheckpoint: (request) => rotate(() => keys.rotateCheckpoint(request, now())),
      rotateDeposit: (request) => rotate(() => keys.rotate("deposit", request, now())),
      rotateHot: (request) => rotate(() => keys.rotate("hot", request, now())),
      rotateNonce: (request) => rotate(() => keys.rotate("nonce", request, now())),
    },
    record,
  };
}
