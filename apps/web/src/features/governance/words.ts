/** A type of the log as people read it: `BOUNTY_PLACED` is "Bounty placed". */
export function typeName(type: string): string {
  const words = type.toLowerCase().replaceAll("_", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}
