import { DAY_MS, SECURITY } from "@bbux/contract";
import type { Services } from "../../platform/context/index.ts";

const NAME = "freeze link";

/** Makes the token of a link that freezes a member's account, for mails. It is sealed, so nobody can make one for another account. */
export function freezeLinkToken({ vault }: Pick<Services, "vault">, member: string, now: Date): string {
  const until = now.getTime() + SECURITY.freezeLinkDays * DAY_MS;
  return vault.seal(`${member} ${until}`, NAME).toString("base64url");
}

/** @returns whose account it freezes; null if it isn't ours or has expired */
export function readFreezeToken({ vault }: Pick<Services, "vault">, token: string, now: Date): string | null {
  const [member, until] = vault.open(Buffer.from(token, "base64url"), NAME)?.split(" ") ?? [];
  return member !== undefined && Number(until) > now.getTime() ? member : null;
}
