import { SignerError } from "@bbux/chain";
import type { Env } from "@bbux/server/env";
import { signerDir } from "@bbux/server/signer";
import { commandSigner } from "@bbux/signer";
import { type Command, InvalidArgumentError } from "commander";
import { z } from "zod";
import { CommandError, UNREACHABLE_EXIT } from "../operator.ts";
import type { Services } from "../services.ts";

/** Has the signer do something as its operator. @throws CommandError when it doesn't answer, or refuses */
export async function askAsOperator(
  { DATA_DIR }: Pick<Env, "DATA_DIR">,
  method: Parameters<typeof commandSigner>[1],
  params: object,
): Promise<void> {
  try {
    await commandSigner(signerDir(DATA_DIR), method, params);
  } catch (error) {
    if (error instanceof SignerError) throw new CommandError(error.message, UNREACHABLE_EXIT);
    throw error;
  }
}

export function addSignerCommands(program: Command, { env, console }: Services): void {
  const ask = async (method: Parameters<typeof commandSigner>[1], params: object, done: string) => {
    await askAsOperator(env(), method, params);
    console.out(done);
  };
  const signer = program
    .command("signer")
    .description(
      "Commands for the signer's own rules. Run them as the signer's user, with its DATA_DIR. Its record keeps each with the reason.",
    );
  signer
    .command("reset-fence")
    .description(
      "Have the signer take the next books that ask for the newest. Only after a process in other hands has raised the fence, or to go back to a database on purpose: stop the other one first.",
    )
    .argument("<reason>", "for the record")
    .action((reason: string) =>
      ask("resetFence", { reason }, "The signer takes the next books that ask for the newest"),
    );
  signer
    .command("release")
    .description(
      "Let the signer sign a withdrawal on another nonce. Only when it is certain that what it signed before can't land: the nonce account is closed, or someone else has used it up.",
    )
    .argument("<reference>", "of the withdrawal, as the alert names it", parseReference)
    .argument("<reason>", "for the record")
    .action((reference: string, reason: string) =>
      ask("release", { reference, reason }, `The signer signs withdrawal ${reference} on another nonce`),
    );
}

function parseReference(text: string): string {
  if (!z.uuid().safeParse(text).success) throw new InvalidArgumentError("It is a UUID.");
  return text;
}
