import { formatAmount, parseAmount } from "@bbux/contract";
import { numberSigns } from "../lib/locale.ts";

/**
 * Matches digits in groups of three by one sign ("1.234", "12,345,678"), which may mean thousands unless they start
 * with 0.
 */
const GROUPS = /^[1-9]\d{0,2}(?:([.,'’\s])\d{3})(?:\1\d{3})*$/;

/**
 * Parses a typed amount into base units; `null` for text that isn't an amount or could be two (`ambiguity` explains).
 * The point is the decimal sign, as fields show it. Other input is accepted only if it can mean one thing: of two
 * different signs the last marks the decimals, and a repeated sign groups thousands.
 */
export function typedUnits(typed: string): bigint | null {
  const plain = plainDecimal(typed);
  return plain === null ? null : parseAmount(plain.replace(/^\./, "0.").replace(/\.$/, ""));
}

/**
 * Explains an amount that has two readings, a factor of a thousand apart; `null` where there is no doubt. "1,234" is a
 * thousand to some and a decimal to others, and so is "1.234" to readers who group thousands with points.
 */
export function ambiguity(typed: string): string | null {
  const text = typed.trim();
  if (!isAmbiguous(text)) return null;
  const [whole = "", rest = ""] = text.split(/[.,]/);
  return `“${text}” can be read in two ways. Please write ${whole}${rest} or ${whole}.${rest}0`;
}

/**
 * Formats an amount for a field: with a decimal point, and so that {@link typedUnits} parses it the same for every
 * reader.
 */
export function editableAmount(units: bigint): string {
  const text = formatAmount(units);
  return isAmbiguous(text) ? `${text}0` : text;
}

function isAmbiguous(text: string): boolean {
  const sign = /^[1-9]\d{0,2}([.,])\d{3}$/.exec(text)?.[1];
  return sign === "," || (sign === "." && numberSigns().group === ".");
}

/** Normalizes to a decimal point without group separators; `null` for what is ambiguous or malformed. */
function plainDecimal(typed: string): string | null {
  const text = typed.trim();
  if (isAmbiguous(text)) return null;
  const last = Math.max(text.lastIndexOf("."), text.lastIndexOf(","));
  const [whole, fraction] = last < 0 ? [text, null] : [text.slice(0, last), text.slice(last + 1)];
  const once = last < 0 || !whole.includes(text.charAt(last));
  if (!once) return GROUPS.test(text) ? digits(text) : null;
  if (fraction !== null && !/^\d*$/.test(fraction)) return null;
  if (/^\d*$/.test(whole)) return fraction === null ? whole : `${whole}.${fraction}`;
  if (!GROUPS.test(whole)) return null;
  return fraction === null ? digits(whole) : `${digits(whole)}.${fraction}`;
}

function digits(text: string): string {
  return text.replace(/\D/g, "");
}
