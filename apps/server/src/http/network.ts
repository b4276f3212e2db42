/**
 * The key for limits on visitors: an IPv4 address, or the first 64 bits of an IPv6 address, because the owner of one IPv6
 * address has 2^64 of them and could use a new one for each request. Requests without an address, whose connection ended before
 * it was read, share one allowance.
 */
export function networkOf(ip: string | undefined): string {
  if (ip === undefined) return "gone";
  if (!ip.includes(":")) return ip;
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1];
  if (mapped !== undefined) return mapped;
  const [left = [], right = []] = ip.split("::").map((half) => half.split(":").filter(Boolean));
  const zeros = Array<string>(Math.max(0, 8 - left.length - right.length)).fill("0");
  const groups = [...left, ...zeros, ...right];
  return `${groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(":")}::/64`;
}
