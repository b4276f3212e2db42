import type { InterfaceLanguage } from "@bbux/contract";

/** A time as English sentences have it: "November 30, 2026 at 10:44 PM UTC". */
const MOMENT = /^[A-Z][a-z]+ \d{1,2}, \d{4} at \d{1,2}:\d{2} [AP]M UTC$/;

const formatOf = (language: string) =>
  new Intl.DateTimeFormat(language, { dateStyle: "long", timeStyle: "short", timeZone: "UTC" });
const formats: Readonly<Record<InterfaceLanguage, Intl.DateTimeFormat>> = {
  en: formatOf("en"),
  de: formatOf("de"),
  es: formatOf("es"),
  ja: formatOf("ja"),
};

/** Writes a time for a sentence, which is English until {@link translateMoment} finds it there; "?" for none. */
export function momentText(at: Date, language: InterfaceLanguage = "en"): string {
  if (Number.isNaN(at.getTime())) return "?";
  // Intl puts a narrow space before PM, which some mail programs show as a box.
  return `${formats[language].format(at).replaceAll("\u202f", " ")} UTC`;
}

/** Writes a time that stands alone, in the reader's language: "November 30, 2026, 10:44 PM UTC". */
export function momentAlone(at: Date, language: InterfaceLanguage): string {
  const text = momentText(at, language);
  return language === "en" ? text.replace(" at ", ", ") : text;
}

/** Translates a value of a sentence that {@link momentText} wrote; null for any other. */
export function translateMoment(value: string, language: InterfaceLanguage): string | null {
  return MOMENT.test(value) ? momentText(new Date(value.replace(" at ", " ")), language) : null;
}
