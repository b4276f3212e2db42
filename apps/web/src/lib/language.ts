import { type InterfaceLanguage, isInterfaceLanguage, LANGUAGE_COOKIE } from "@bbux/contract";

const YEAR_S = 365 * 86_400;

/** The language that the reader chose for the interface; null if the browser's languages decide. */
export function chosenLanguage(cookies: string = document.cookie): InterfaceLanguage | null {
  const chosen = new RegExp(`(?:^|; )${LANGUAGE_COOKIE}=(\\w+)`).exec(cookies)?.[1];
  return chosen !== undefined && isInterfaceLanguage(chosen) ? chosen : null;
}

/** The first of the browser's languages that the interface has, as the server finds it, or else English. */
export function browserLanguage(languages: readonly string[] = navigator.languages): InterfaceLanguage {
  return languages.map((tag) => tag.replace(/-.*/, "")).find(isInterfaceLanguage) ?? "en";
}

/** Keeps the choice in this browser, where the server reads it, and loads the page again in that language. */
export function chooseLanguage(language: string | null): void {
  const secure = location.protocol === "https:" ? "; Secure" : "";
  const kept = language === null ? "; Max-Age=0" : `${language}; Max-Age=${YEAR_S}`;
  // The Cookie Store API isn't in every browser that we support.
  // biome-ignore lint/suspicious/noDocumentCookie: see above
  document.cookie = `${LANGUAGE_COOKIE}=${kept}; Path=/; SameSite=Lax${secure}`;
  location.reload();
}
