import { formatAmount, parseAmount } from "@bbux/contract";
import { numberSigns } from "../locale.ts";

/** Thousands by one sign: "1.234", "12,345,678". What does not start with 0 and goes in threes may be meant so. */
const GROUPS = /^[1-9]\d{0,2}(?:([.,'’\s])\d{3})(?:\1\d{3})*$/;

/**
 * What was typed into a field for an amount, in base units; `null` for what is no amount, and for what could be two amounts
 * (`ambiguity` says so). The point is the decimal sign, as fields show it. Where something else was typed it is read only if it
 * can mean one thing: with two different signs the last one is for the decimals; a sign that comes twice groups thousands.
 */
export function typedUnits(typed: string): bigint | null {
  const plain = plainDecimal(typed);
  return plain === null ? null : parseAmount(plain.replace(/^\./, "0.").replace(/\.$/, ""));
}

/**
 * What to say of an amount that may be read in two ways, a thousand apart; `null` where there is no such doubt. "1,234" is a
 * thousand to some and one and a bit to others; so is "1.234" to a reader who groups thousands by points.
 */
export function ambiguity(typed: string): string | null {
  const text = typed.trim();
  if (!isAmbiguous(text)) return null;
  const [whole = "", rest = ""] = text.split(/[.,]/);
  return `“${text}” can be read in two ways. Please write ${whole}${rest} or ${whole}.${rest}0`;
}

/** An amount as a field shows it: with a point, and so that {@link typedUnits} reads the same again for every reader. */
export function editableAmount(units: bigint): string {
  const text = formatAmount(units);
  return isAmbiguous(text) ? `${text}0` : text;
}

function isAmbiguous(text: string): boolean {
  const sign = /^[1-9]\d{0,2}([.,])\d{3}$/.exec(text)?.[1];
  return sign === "," || (sign === "." && numberSigns().group === ".");
}

/** With a point for the decimals and nothing between thousands; `null` for what is neither clear nor well formed. */
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
