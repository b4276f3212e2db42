/**
 * What limits on visitors count by: an IPv4 address, of an IPv6 address the first 64 bits. Whoever has one IPv6 address
 * has 2^64 of them, and could take a fresh allowance with each request. Those without an address, whose connection ended
 * before it was looked at, share one allowance.
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
