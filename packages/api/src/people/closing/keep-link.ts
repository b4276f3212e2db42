import type { Services } from "../../platform/context/index.ts";

const NAME = "keep account link";

interface Closing {
  readonly member: string;
  /** When the account closes: a link keeps it from that closing only. */
  readonly closesAt: string;
}

/** Makes the token of the link that keeps an account, for the mail about closing it. It is sealed, so nobody can make one. */
export function keepLinkToken({ vault }: Pick<Services, "vault">, { member, closesAt }: Closing): string {
  return vault.seal(`${member} ${closesAt}`, NAME).toString("base64url");
}

/** @returns null if the token isn't ours */
export function readKeepToken({ vault }: Pick<Services, "vault">, token: string): Closing | null {
  const [member, closesAt] = vault.open(Buffer.from(token, "base64url"), NAME)?.split(" ") ?? [];
  return member === undefined || closesAt === undefined ? null : { member, closesAt };
}
