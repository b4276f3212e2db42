import { parseAmount } from "@bbux/contract";
import { z } from "zod";

export const optionalUrl = (protocols: string[]) =>
  z
    .string()
    .refine((value) => URL.canParse(value) && protocols.includes(new URL(value).protocol), {
      error: `must be a URL that begins with ${protocols.map((p) => `${p}//`).join(" or ")}`,
    })
    .optional();
/** Several URLs of PostgreSQL servers, separated by commas. */
export const databaseUrlList = z.string().transform((text, context) => {
  const urls = text.split(",").map((part) => part.trim());
  for (const url of urls) {
    const isOne = URL.canParse(url) && ["postgres:", "postgresql:"].includes(new URL(url).protocol);
    if (!isOne) context.addIssue("must be URLs that begin with postgres:// or postgresql://, separated by commas");
  }
  return urls;
});
export const port = z.coerce
  .number({ error: "must be a port number" })
  .int()
  .min(0)
  .max(65_535, "must be a port number");
export const count = (fallback: number) => z.coerce.number().int().min(1).max(1_000_000_000).default(fallback);
export const onOff = z.enum(["on", "off"], { error: "must be on or off" });

/** SOL or BBUX, as a decimal string. */
export const amount = z
  .string()
  .refine((value) => parseAmount(value) !== null, "must be a decimal number with at most 9 decimals");
export const sol = (fallback: string) => amount.default(fallback);

export const region = z
  .string()
  .regex(/^[a-z0-9-]{1,40}$/, "must be the name of a region")
  .default("us-east-1");

export const email = (fallback: string) => z.email("must be an email address").default(fallback);

/** https, or http on this machine for trying out a service, where nobody can listen in. */
export function isHttpsOrLoopback(value: string): boolean {
  if (!URL.canParse(value)) return false;
  const { protocol, hostname } = new URL(value);
  return protocol === "https:" || (protocol === "http:" && ["127.0.0.1", "localhost", "[::1]"].includes(hostname));
}

/** An email address, or an https URL without characters that would end a line of security.txt. */
export function isSecurityContact(value: string): boolean {
  if (z.email().safeParse(value).success) return true;
  return /^https:\/\/[\x21-\x7e]+$/.test(value) && URL.canParse(value);
}
