/** Shortens an address to its first and last 4 characters, or 8 where there is room. */
export function shortAddress(address: string, { expanded = false } = {}): string {
  const kept = expanded ? 8 : 4;
  return address.length <= 2 * kept + 1 ? address : `${address.slice(0, kept)}…${address.slice(-kept)}`;
}
