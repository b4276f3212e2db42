import type { Random } from "@bbux/db/testing/form";
import { DISTORTIONS } from "../money/distortions.ts";
import type { Process } from "./process.ts";
import type { Universe } from "./universe.ts";

const SOL = 1_000_000_000n;

/** The node of a process shows what isn't so, which only a second node can tell. @returns the process; null without one */
export function lie(universe: Universe, random: Random): Process | null {
  if (!universe.witness) return null;
  const process = random.one(universe.processes);
  const kind = random.next(3);
  if (kind === 0) {
    invent(universe, process, random);
    return process;
  }
  const ours = { hot: universe.hot, members: universe.people.map(({ address }) => address) };
  process.distort = (kind === 1 ? DISTORTIONS.falseFailures : DISTORTIONS.falseDeposits)(ours);
  return process;
}

/** A deposit that never happened. */
function invent(universe: Universe, process: Process, random: Random): void {
  const person = random.one(universe.people);
  const signature = [...random.bytes(64)].map((byte) => "123456789ABCDEFGH"[byte % 17]).join("");
  universe.schedule.start(process.name, "confirm", async () => {
    const { slot } = await universe.truth.finalizedHeight();
    process.invented.set(signature, {
      signature,
      slot,
      blockTime: null,
      failed: false,
      fee: 5_000n,
      feePayer: universe.outsider.address,
      signers: [universe.outsider.address],
      recentBlockhash: universe.freshAddress(),
      memos: [],
      isNonceCreation: false,
      changes: new Map([[person.address, 7n * SOL]]),
    });
    await universe.as(person, process).wallet.confirmDeposit({ signature });
  });
}
