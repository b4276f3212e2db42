import { translate } from "@bbux/api";
import { INTERFACE_LANGUAGES, type InterfaceLanguage, isInterfaceLanguage, LANGUAGE_COOKIE } from "@bbux/contract";
import type {} from "@fastify/cookie";
import type { FastifyRequest } from "fastify";
import Negotiator from "negotiator";

const ALL = Object.keys(INTERFACE_LANGUAGES);

/** What {@link languageOf} depends on, for `Vary`. */
export const LANGUAGE_HEADERS = ["Cookie", "Accept-Language"] as const;

/** A success with its sentence in the caller's language. No other field is looked at, because it may hold what members wrote. */
export function spoken(language: InterfaceLanguage | null, data: unknown): unknown {
  if (language === null || language === "en" || typeof data !== "object" || data === null) return data;
  if (!("success" in data && data.success === true && "message" in data && typeof data.message === "string"))
    return data;
  return { ...data, message: translate(language, data.message) };
}

type Asking = Pick<FastifyRequest, "cookies" | "headers">;

/** The language to answer a request in: the one its reader chose, else the first of the browser's that we have, else English. */
export function languageOf(request: Asking): InterfaceLanguage {
  const { headers } = request;
  // What is refused before the first hook has no cookies yet.
  const cookies: FastifyRequest["cookies"] | undefined = request.cookies;
  const chosen = cookies?.[LANGUAGE_COOKIE];
  if (chosen !== undefined && isInterfaceLanguage(chosen)) return chosen;
  // Without the header every language is acceptable, and the first is English.
  const preferred = new Negotiator({ headers }).language(ALL);
  return preferred !== undefined && isInterfaceLanguage(preferred) ? preferred : "en";
}

/** The same, or null if the request says nothing of languages, as a script's. */
export function askedLanguageOf(request: Asking): InterfaceLanguage | null {
  const { [LANGUAGE_COOKIE]: chosen } = request.cookies;
  return chosen === undefined && request.headers["accept-language"] === undefined ? null : languageOf(request);
}
