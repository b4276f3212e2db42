import type { PlatformWallet, Signer } from "@bbux/chain";
import type { SignerControl } from "./control.ts";
import { createEarlierPayments } from "./earlier-payments.ts";
import { limitsOf } from "./limits.ts";
import { ownLook, type SignerChain } from "./look.ts";
import { createPolicy } from "./policy.ts";
import { openRecord, type SigningRecord } from "./record.ts";
import type { RecordLine } from "./record-line.ts";
import { createRecordingSigner } from "./recording-signer.ts";
import { createRefusals } from "./refusals.ts";
import type { SignerSettings } from "./settings.ts";
import { createSignedIndex } from "./signed-index.ts";

export type { SignerControl };

export interface OpenSigner {
  readonly signer: Signer;
  readonly control: SignerControl;
  readonly record: SigningRecord;
}

/** What tests stand in for. */
export interface Surroundings {
  readonly now?: () => Date;
  readonly look?: () => SignerChain | null;
}

/**
 * Opens the signer of a directory in this process, with its record. Only the directory's lock, which the caller holds, makes sure that
 * nobody else writes there.
 * @throws RecordError with a sentence for the operator
 */
export function openSigner(
  wallet: PlatformWallet,
  settings: Pick<SignerSettings, "dir" | "limits" | "rpcUrl" | "chainFile" | "coldWallet">,
  { now = () => new Date(), look = ownLook(settings) }: Surroundings = {},
): OpenSigner {
  const index = createSignedIndex();
  const refusals = createRefusals();
  const earlier = createEarlierPayments({ record: { at: (position) => record.at(position) }, index, look });
  const policy = createPolicy(limitsOf(settings.limits), earlier.first);
  const listeners = [index, refusals, earlier, policy];
  const tell = (line: RecordLine) => {
    for (const each of listeners) each.add(line);
  };
  const record: SigningRecord = openRecord(settings.dir, wallet.address, tell);
  return {
    signer: createRecordingSigner({
      wallet,
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
    },
    record,
  };
}
