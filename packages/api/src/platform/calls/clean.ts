import { isCleanText } from "@bbux/contract";
import { invalidField } from "../errors/errors.ts";

const MAX_DEPTH = 32;

/**
 * Refuses text that PostgreSQL can't store, anywhere in the input, and excessively nested structures.
 * @throws AppError VALIDATION_ERROR that names the field
 */
export function assertClean(value: unknown, path = "", depth = 0): void {
  if (typeof value === "string") {
    if (!isCleanText(value)) throw invalidField(path, "Text must not contain NUL or lone surrogate characters");
    return;
  }
  if (typeof value !== "object" || value === null) return;
  if (depth >= MAX_DEPTH) throw invalidField(path, "The input is nested too deep");
  for (const [key, item] of Object.entries(value)) {
    assertClean(item, path === "" ? key : `${path}.${key}`, depth + 1);
  }
}
