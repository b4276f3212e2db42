/**
 * A member's code leads, with their deposit address, to their place in the tree of what members are owed. One that can be guessed would
 * let a member whose place happens to be next to it recognize it.
 */
export const PROOF_CODE = { min: 12, max: 64 } as const;

/** Returns what is wrong with a code that was trimmed, or null. ASCII only, so that every tool hashes the same bytes. */
export function proofCodeProblem(code: string): string | null {
  if (code.length < PROOF_CODE.min) return `Must be at least ${PROOF_CODE.min} characters long`;
  if (code.length > PROOF_CODE.max) return `Must be at most ${PROOF_CODE.max} characters long`;
  return /^[ -~]*$/.test(code) ? null : "Use only letters without accents, digits, spaces and punctuation";
}
