import type { Services } from "../../platform/context/index.ts";

const NAME = "undo email change";

/** Makes the token of the link that undoes a change of address, for the mail to the address before. It is sealed, so nobody can make one. */
export function undoEmailToken({ vault }: Pick<Services, "vault">, changeId: string): string {
  return vault.seal(changeId, NAME).toString("base64url");
}

/** @returns the id of the change; null if the token isn't ours */
export function readUndoEmailToken({ vault }: Pick<Services, "vault">, token: string): string | null {
  return vault.open(Buffer.from(token, "base64url"), NAME);
}
