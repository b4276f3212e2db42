/**
 * Dates and numbers as the reader writes them. The words of the interface are English whatever the reader's language, and so is
 * relative time ("3 days ago"); absolute dates, the clock, grouping and decimal signs follow the browser's languages. Figures are
 * always 0 to 9: amounts are put together from parts, copied and compared.
 */

/** Where there is no browser, as in unit tests, nothing may depend on the machine. */
const ELSEWHERE = ["en-GB"];

let locales: readonly string[] = fromBrowser();
let signs: { readonly group: string; readonly decimal: string } | undefined;
const dates = new Map<string, Intl.DateTimeFormat>();
const numbers = new Map<string, Intl.NumberFormat>();

function fromBrowser(): readonly string[] {
  return typeof document === "undefined" || navigator.languages.length === 0 ? ELSEWHERE : navigator.languages;
}

/** For tests: writes as a reader with these languages would; without any, as the browser says again. */
export function writeFor(...given: string[]): void {
  locales = given.length > 0 ? given : fromBrowser();
  signs = undefined;
  dates.clear();
  numbers.clear();
}

/** A moment or day as the reader writes it. Formatters are made once for each set of options: they are slow to make. */
export function dateText(at: Date | number | string, options: Intl.DateTimeFormatOptions): string {
  const key = JSON.stringify(options);
  const format = dates.get(key) ?? new Intl.DateTimeFormat(asked(), { ...options, numberingSystem: "latn" });
  dates.set(key, format);
  return format.format(typeof at === "string" ? new Date(at) : at);
}

/** A number as the reader writes it, with the minus of typography. */
export function numberText(value: number | bigint, options: Intl.NumberFormatOptions = {}): string {
  return numberFormat(options).format(value).replace(/^-/, "−");
}

/** A number in text or JSON notation ("1234.50") with the reader's grouping and decimal sign; its digits stay as they are. */
export function decimalText(decimal: string): string {
  const [whole = "0", fraction] = decimal.split(".");
  const grouped = numberText(BigInt(whole));
  return fraction === undefined ? grouped : `${grouped}${numberSigns().decimal}${fraction}`;
}

/** Our own English text with the numbers in it ("1,000.5 BBUX in 30 days") written for the reader. Not for dates or versions. */
export function withNumbers(text: string): string {
  return text.replace(/\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?/g, (number) =>
    decimalText(number.replaceAll(",", "")),
  );
}

/** What stands between thousands and before decimals. Some readers have no sign between thousands, or only from 10 000 on. */
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

/** The browser may name a language in a form that Intl refuses ("C", "en_US@posix"): such names are passed over. */
function asked(): string[] {
  return locales.filter((locale) => {
    try {
      return Intl.getCanonicalLocales(locale).length > 0;
    } catch {
      return false;
    }
  });
}
