import type { Env } from "../../env.ts";
import { scriptJson } from "./escape.ts";

/** What the app is told with its page (read by apps/web/src/facts.ts). */
export interface Facts {
  /** Whether the page was asked for with a live session; null when it could not be found out. */
  readonly session: boolean | null;
  readonly links: {
    readonly chatInvite: string | null;
    readonly social: string | null;
    readonly support: string;
    readonly legal: string;
    readonly source: string;
  };
}

export function linksOf(env: Env): Facts["links"] {
  return {
    chatInvite: env.CHAT_INVITE_URL ?? null,
    social: env.SOCIAL_URL ?? null,
    support: env.SUPPORT_EMAIL,
    legal: env.LEGAL_EMAIL,
    source: env.SOURCE_URL,
  };
}

/** Data, not a script: the content policy has nothing against it. */
export function factsElement(facts: Facts): string {
  return `<script type="application/json" id="bbux-facts">${scriptJson(facts)}</script>`;
}
