/** The interface's languages by their browser names, each called as its readers call it. The first is the source's. */
export const INTERFACE_LANGUAGES = { en: "English", de: "Deutsch", es: "Español", ja: "日本語" } as const;

export type InterfaceLanguage = keyof typeof INTERFACE_LANGUAGES;

/** Narrows a tag to a language that the interface has. */
export function isInterfaceLanguage(tag: string): tag is InterfaceLanguage {
  return Object.hasOwn(INTERFACE_LANGUAGES, tag);
}

/** The cookie with the language that a reader chose; without it, the browser's languages decide. */
export const LANGUAGE_COOKIE = "bbux_language";
