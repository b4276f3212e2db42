import { fieldOf } from "../../lib/record.ts";

const KEY = "bbux.verification-link";

/** Whether the server shows links instead of mailing them. Read here, so that a first visit doesn't load it. */
export function showsMailedLinks(): boolean {
  try {
    const facts: unknown = JSON.parse(document.getElementById("bbux-facts")?.textContent ?? "");
    return fieldOf(facts, "showsMailedLinks") === true;
  } catch {
    return false;
  }
}

/**
 * Keeps the link that the server returns instead of mailing it, in development only, for the line that asks the member
 * to confirm the address. It survives reloads, because no mail has it.
 */
export function keepVerificationLink(memberId: string, link: string | undefined): void {
  try {
    if (link === undefined) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, `${memberId} ${link}`);
  } catch {
    // Without storage the member asks for the link again.
  }
}

/** Once the link is used, or no longer works. */
export function forgetVerificationLink(): void {
  keepVerificationLink("", undefined);
}

export function keptVerificationLink(memberId: string): string | undefined {
  try {
    const [id, link] = localStorage.getItem(KEY)?.split(" ") ?? [];
    return id === memberId ? link : undefined;
  } catch {
    return undefined;
  }
}
