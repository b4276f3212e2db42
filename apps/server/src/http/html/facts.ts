import type { AppFacts } from "@bbux/contract";
import type { Env } from "../../env.ts";
import { scriptJson } from "./escape.ts";

export function linksOf(env: Env): AppFacts["links"] {
  return {
    chatInvite: env.CHAT_INVITE_URL ?? null,
    social: env.SOCIAL_URL ?? null,
    support: env.SUPPORT_EMAIL,
    legal: env.LEGAL_EMAIL,
    source: env.SOURCE_URL,
  };
}

/** This is data instead of a script, so the content policy allows it. */
export function factsElement(facts: AppFacts): string {
  return `<script type="application/json" id="bbux-facts">${scriptJson(facts)}</script>`;
}

/** The data that a page comes with, for the app to start from. */
export function firstElement(data: object): string {
  return `<script type="application/json" id="first-figures">${scriptJson(data)}</script>`;
}
