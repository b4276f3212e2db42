/** What the server writes into the page that it sends (apps/server/src/http/html/facts.ts). */
export interface Facts {
  /** Whether the page was asked for with a live session; null where nobody said so (Vite in development). */
  readonly session: boolean | null;
  readonly links: {
    /** Invite to the community's chat elsewhere, and a social account: null hides them. */
    readonly chatInvite: string | null;
    readonly social: string | null;
    /** Mail addresses. */
    readonly support: string;
    readonly legal: string;
    /** Where the source code lies. */
    readonly source: string;
  };
}

/** As apps/server/src/env.ts has them by default. */
const FALLBACK: Facts = {
  session: null,
  links: {
    chatInvite: null,
    social: null,
    support: "support@bbux.example",
    legal: "legal@bbux.example",
    source: "https://bbux.example/source",
  },
};

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

/** @param json content of the element `bbux-facts`; whatever is missing or of another type is as by default */
export function readFacts(json: string | null | undefined): Facts {
  let given: unknown;
  try {
    given = JSON.parse(json ?? "");
  } catch {
    return FALLBACK;
  }
  if (!isObject(given)) return FALLBACK;
  const links = isObject(given.links) ? given.links : {};
  const text = (name: keyof Facts["links"]) => (typeof links[name] === "string" ? links[name] : undefined);
  return {
    session: typeof given.session === "boolean" ? given.session : null,
    links: {
      chatInvite: text("chatInvite") ?? null,
      social: text("social") ?? null,
      support: text("support") ?? FALLBACK.links.support,
      legal: text("legal") ?? FALLBACK.links.legal,
      source: text("source") ?? FALLBACK.links.source,
    },
  };
}

/** Read once: the page has them before the app begins. */
export const FACTS: Facts = readFacts(
  typeof document === "undefined" ? null : document.getElementById("bbux-facts")?.textContent,
);
