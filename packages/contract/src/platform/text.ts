import { z } from "zod";

/** Returns whether PostgreSQL and UTF-8 can store the string: no NUL, no lone surrogate. */
export function isCleanText(value: string): boolean {
  return !value.includes("\0") && value.isWellFormed();
}

const unclean = "Text must not contain NUL or lone surrogate characters";

/** Text of one field: trimmed, `min` to `max` characters, clean. `required` is the sentence for an empty one. */
export function text(options: { min?: number; max: number; required?: string }) {
  const { min = 1, max, required = "This field is required" } = options;
  return z
    .string()
    .trim()
    .min(min, min === 1 ? required : `Must be at least ${min} characters long`)
    .max(max, `Must be at most ${max} characters long`)
    .refine(isCleanText, unclean);
}

/** Text kept as typed (passwords, tokens, code): not trimmed. */
export function rawText(options: { min: number; max: number; tooShort?: string }) {
  return z
    .string()
    .min(
      options.min,
      options.tooShort ?? (options.min === 1 ? "Must not be empty" : `Must be at least ${options.min} characters long`),
    )
    .max(options.max, `Must be at most ${options.max} characters long`)
    .refine(isCleanText, unclean);
}
