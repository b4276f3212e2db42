import { type AppFacts, DEFAULT_BRAND, type OpenIdProvider } from "@bbux/contract";
import { isRecord } from "./record.ts";

/** The defaults of apps/server/src/env.ts. */
const FALLBACK: AppFacts = {
  session: null,
  timeoutFactor: 1,
  providers: [],
  brand: { name: DEFAULT_BRAND.name, logo: DEFAULT_BRAND.logo },
  links: {
    chatInvite: null,
    social: null,
    support: "support@bbux.example",
    legal: "legal@bbux.example",
    source: "https://bbux.example/source",
  },
};

/** @param json content of the element `bbux-facts`; a missing value or one of another type becomes the default */
export function readFacts(json: string | null | undefined): AppFacts {
  let given: unknown;
  try {
    given = JSON.parse(json ?? "");
  } catch {
    // As if there were none.
  }
  if (!isRecord(given)) return FALLBACK;
  const texts = Object.entries(Object(given.links)).filter(([, link]) => typeof link === "string");
  return {
    session: typeof given.session === "boolean" ? given.session : null,
    timeoutFactor: Number(given.timeoutFactor) || 1,
    brand: isBrand(given.brand) ? given.brand : FALLBACK.brand,
    providers: Array.isArray(given.providers) ? given.providers.filter(isProvider) : [],
    links: { ...FALLBACK.links, ...Object.fromEntries(texts) },
  };
}

const isProvider = (value: unknown): value is OpenIdProvider =>
  isRecord(value) && typeof value.id === "string" && typeof value.name === "string";

const isBrand = (value: unknown): value is AppFacts["brand"] =>
  isRecord(value) && typeof value.name === "string" && (value.logo === null || typeof value.logo === "string");

/** Read once, because the page has them before the app starts. */
export const FACTS: AppFacts = readFacts(
  typeof document === "undefined" ? null : document.getElementById("bbux-facts")?.textContent,
);
