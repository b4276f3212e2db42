import { connect } from "node:net";
import { join } from "node:path";
import { SignerError } from "@bbux/chain";
import { z } from "zod";
import type { RotationRequest } from "./keys.ts";
import { answer, lineReader, toLine } from "./protocol.ts";

/** How long a command waits for the signer. */
const PATIENCE_MS = 5_000;

const reason = z.string().min(1).max(500);

const rotation = z.strictObject({ version: z.int().min(2), reason });

/** What an operator may have the signer do, by method. */
export const COMMANDS = {
  /** Takes the next books that ask for the newest. */
  resetFence: z.strictObject({ reason }),
  /** Allows another nonce for a withdrawal, of which the signer can't see that an earlier payment won't land. */
  release: z.strictObject({ reference: z.uuid(), reason }),
  /** Has a new key of checkpoints take over. */
  rotateCheckpoint: z.strictObject({ version: z.int().min(2), from: z.iso.date(), reason }),
  /** Has new members' deposit addresses come from a new key. */
  rotateDeposit: rotation,
  /** Makes a new hot wallet. */
  rotateHot: rotation,
  /** Makes a new authority of nonce accounts. */
  rotateNonce: rotation,
} as const;

export type Command = keyof typeof COMMANDS;

/** The operator's side of a signer. It isn't handed to the platform: its socket is the signer's own user's. */
export interface SignerControl {
  /** @throws RecordError when it can't be recorded */
  resetFence(reason: string): void;
  /** @throws RecordError when it can't be recorded */
  release(reference: string, reason: string): void;
  /**
   * Has a new key of checkpoints take over from a day on. The same version again changes nothing.
   * @throws SignerError REFUSED for a version or a day that can't follow; RecordError when it can't be recorded
   */
  rotateCheckpoint(request: RotationRequest & { readonly from: string }): void;
  /**
   * Has new members' deposit addresses come from a new key. The same version again changes nothing.
   * @throws SignerError REFUSED for a version that isn't the next; RecordError when it can't be recorded
   */
  rotateDeposit(request: RotationRequest): void;
  /** Makes a new hot wallet, which signs what names its version. Repeating and failing are as for {@link rotateDeposit}. */
  rotateHot(request: RotationRequest): void;
  /** Makes a new authority of nonce accounts. Repeating and failing are as for {@link rotateDeposit}. */
  rotateNonce(request: RotationRequest): void;
}

export const controlPath = (dir: string) => join(dir, "control", "sock");

export const commandRequest = z.strictObject({
  id: z.int(),
  method: z.enum(Object.keys(COMMANDS) as [Command, ...Command[]]),
  params: z.unknown(),
});

/** Does what an operator asks. @throws z.ZodError for anything else; SignerError; RecordError */
export function command(control: SignerControl, method: Command, params: unknown): null {
  switch (method) {
    case "resetFence":
      control.resetFence(COMMANDS.resetFence.parse(params).reason);
      break;
    case "release": {
      const { reference, reason: why } = COMMANDS.release.parse(params);
      control.release(reference, why);
      break;
    }
    case "rotateCheckpoint":
      control.rotateCheckpoint(COMMANDS.rotateCheckpoint.parse(params));
      break;
    case "rotateDeposit":
      control.rotateDeposit(COMMANDS.rotateDeposit.parse(params));
      break;
    case "rotateHot":
      control.rotateHot(COMMANDS.rotateHot.parse(params));
      break;
    case "rotateNonce":
      control.rotateNonce(COMMANDS.rotateNonce.parse(params));
  }
  return null;
}

/**
 * Has the signer of a directory do something, as its own user.
 * @throws SignerError when it doesn't answer, or refuses
 */
export function commandSigner(dir: string, method: Command, params: object): Promise<void> {
  return new Promise((resolve, reject) => {
    const fail = (why: string) => reject(new SignerError("UNREACHABLE", why));
    const socket = connect(controlPath(dir));
    const read = lineReader((line) => {
      const parsed = answer.safeParse(JSON.parse(line));
      if (!parsed.success) fail("The signer's answer can't be read");
      else if ("error" in parsed.data) reject(new SignerError(parsed.data.error.code, parsed.data.error.message));
      else resolve();
      socket.destroy();
    });
    socket.setTimeout(PATIENCE_MS, () => socket.destroy());
    socket.on("error", () => fail(`No signer answers at ${controlPath(dir)}, or this is another user's`));
    socket.on("close", () => fail("The signer doesn't answer"));
    socket.on("data", read);
    socket.write(toLine({ id: 1, method, params }));
  });
}
