/** Labels a log type for readers: `BOUNTY_PLACED` is "Bounty placed". */
export function logTypeLabel(type: string): string {
  const words = type.toLowerCase().replaceAll("_", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}
