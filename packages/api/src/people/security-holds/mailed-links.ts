import { DAY_MS, SECURITY } from "@bbux/contract";
import type { Services } from "../../platform/context/index.ts";

type Needs = Pick<Services, "vault">;

const FREEZE = "freeze link";
const UNDO_ADDED = "undo added";
const LIFE_MS = SECURITY.linkDays * DAY_MS;

/** What a link in a mail about security is for. */
export interface MailedLink {
  /** Of a member, or of what was added to an account. */
  readonly id: string;
  /** When it was made. */
  readonly at: Date;
}

/** Makes the token of a link that freezes a member's account, for mails. It is sealed, so nobody can make one for another account. */
export const freezeLinkToken = (needs: Needs, member: string, now: Date): string => seal(needs, FREEZE, member, now);

/** @returns whose account it freezes; null if it isn't ours or has expired */
export const readFreezeToken = (needs: Needs, token: string, now: Date): MailedLink | null =>
  open(needs, FREEZE, token, now);

/** Makes the token of a link that removes a second factor, a wallet or an account elsewhere which was added, and freezes the account. */
export const undoAddedToken = (needs: Needs, added: string, now: Date): string => seal(needs, UNDO_ADDED, added, now);

/** @returns what it removes; null if it isn't ours or has expired */
export const readUndoAddedToken = (needs: Needs, token: string, now: Date): MailedLink | null =>
  open(needs, UNDO_ADDED, token, now);

function seal({ vault }: Needs, name: string, id: string, now: Date): string {
  return vault.seal(`${id} ${now.getTime() + LIFE_MS}`, name).toString("base64url");
}

function open({ vault }: Needs, name: string, token: string, now: Date): MailedLink | null {
  const [id, until] = vault.open(Buffer.from(token, "base64url"), name)?.split(" ") ?? [];
  if (id === undefined || !(Number(until) > now.getTime())) return null;
  return { id, at: new Date(Number(until) - LIFE_MS) };
}
