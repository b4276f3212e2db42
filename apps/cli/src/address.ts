import { email as emailSchema } from "@bbux/contract";

/** @returns the email address as it is stored; null for a text that isn't one */
export function addressOf(text: string): string | null {
  const parsed = emailSchema.safeParse(text);
  return parsed.success ? parsed.data : null;
}
