import { formatAmount } from "@bbux/contract";

/** What a proof of control states. */
export interface ControlFacts {
  /** Which platform: its address on the web. */
  readonly platform: string;
  readonly address: string;
  /** Lamports, at a finalized slot. */
  readonly balance: bigint;
  readonly slot: bigint;
  readonly at: Date;
  /** The latest published checkpoint, which couldn't be known before its day; null before the first. */
  readonly checkpoint: { readonly day: string; readonly root: string } | null;
}

/** Builds the text that the holder of a cold wallet's key signs: one line per fact, printable ASCII. */
export function controlText({ platform, address, balance, slot, at, checkpoint }: ControlFacts): string {
  return [
    "bbux-proof-of-control-v1",
    `platform ${platform}`,
    `address ${address}`,
    `balance ${formatAmount(balance)} SOL`,
    `slot ${slot}`,
    `at ${at.toISOString()}`,
    `checkpoint ${checkpoint === null ? "none" : `${checkpoint.day} ${checkpoint.root}`}`,
  ].join("\n");
}
