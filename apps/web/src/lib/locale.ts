/**
 * Dates and numbers in the reader's locale: the page's language as the browser's languages spell it, or in an English page
 * the browser's languages. Digits are always 0 to 9, because amounts are assembled from parts, copied and compared.
 */

/** Without a browser, as in unit tests, nothing may depend on the machine. */
const ELSEWHERE = ["en-GB"];

let locales: readonly string[] = fromBrowser();
let signs: { readonly group: string; readonly decimal: string } | undefined;
const dates = new Map<string, Intl.DateTimeFormat>();
const numbers = new Map<string, Intl.NumberFormat>();

function fromBrowser(): readonly string[] {
  if (typeof document === "undefined" || navigator.languages.length === 0) return ELSEWHERE;
  return localesFor(document.documentElement.lang, navigator.languages);
}

/**
 * The locales of a page: a German one for readers from Vienna uses "de-AT". English is also what readers get whose language the
 * page doesn't have, so there it's their own.
 */
export function localesFor(language: string, browser: readonly string[]): readonly string[] {
  if (language === "" || language === "en") return browser;
  return [...browser.filter((tag) => tag === language || tag.startsWith(`${language}-`)), language];
}

/** Whether the page is in English, as it is without a browser. */
export function isInEnglish(): boolean {
  return typeof document === "undefined" || /^(en)?$/.test(document.documentElement.lang);
}

/** For tests: formats for a reader with these languages; without any, for the browser's again. */
export function writeFor(...given: string[]): void {
  locales = given.length > 0 ? given : fromBrowser();
  signs = undefined;
  dates.clear();
  numbers.clear();
}

/** Formats a time or day for the reader. Formatters are cached per set of options, because creating one is slow. */
export function dateText(at: Date | number | string, options: Intl.DateTimeFormatOptions): string {
  const key = JSON.stringify(options);
  const format = dates.get(key) ?? new Intl.DateTimeFormat(asked(), { ...options, numberingSystem: "latn" });
  dates.set(key, format);
  return format.format(typeof at === "string" ? new Date(at) : at);
}

/** Formats a number for the reader, with a true minus sign. */
export function numberText(value: number | bigint, options: Intl.NumberFormatOptions = {}): string {
  return numberFormat(options).format(value).replace(/^-/, "−");
}

/**
 * Formats a number in text or JSON notation ("1234.50") with the reader's grouping and decimal sign; its digits stay
 * the same.
 */
export function decimalText(decimal: string): string {
  const [whole = "0", fraction] = decimal.split(".");
  const grouped = numberText(BigInt(whole));
  return fraction === undefined ? grouped : `${grouped}${numberSigns().decimal}${fraction}`;
}

/**
 * Formats the numbers in one of our English sentences ("1,000.5 BBUX in 30 days") for the reader. Not for dates or
 * versions.
 */
export function withNumbers(text: string): string {
  return text.replace(/\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?/g, (number) =>
    decimalText(number.replaceAll(",", "")),
  );
}

/** Returns the group and decimal separators. Some locales have no group separator, or use one only from 10,000 on. */
export function numberSigns(): { readonly group: string; readonly decimal: string } {
  if (signs) return signs;
  const parts = numberFormat({ minimumFractionDigits: 1 }).formatToParts(1_234_567.5);
  const sign = (type: "group" | "decimal") => parts.find((part) => part.type === type)?.value;
  signs = { group: sign("group") ?? "", decimal: sign("decimal") ?? "." };
  return signs;
}

function numberFormat(options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const key = JSON.stringify(options);
  const format = numbers.get(key) ?? new Intl.NumberFormat(asked(), { ...options, numberingSystem: "latn" });
  numbers.set(key, format);
  return format;
}

/** The browser may report a language that Intl rejects ("C", "en_US@posix"); such names are skipped. */
function asked(): string[] {
  return locales.filter((locale) => {
    try {
      return Intl.getCanonicalLocales(locale).length > 0;
    } catch {
      return false;
    }
  });
}
