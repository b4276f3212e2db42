import { BlockList, isIP } from "node:net";

/**
 * The key for limits on visitors: an IPv4 address, or the first 64 bits of an IPv6 address, because the owner of one IPv6
 * address has 2^64 of them and could use a new one for each request. Requests without an address, whose connection ended before
 * it was read, share one allowance.
 */
export function networkOf(ip: string | undefined): string {
  const address = ip === undefined ? NOWHERE : (ipv4Of(ip) ?? ip);
  if (!address.includes(":")) return address;
  return `${groupsOf(address).map(hex).join(":")}::/64`;
}

/** The key for limits on the network around an address: /24, or /56 for IPv6, which is what one customer gets at most places. */
export function subnetOf(ip: string | undefined): string {
  const address = ip === undefined ? NOWHERE : (ipv4Of(ip) ?? ip);
  if (address === NOWHERE) return address;
  if (!address.includes(":")) return `${address.slice(0, address.lastIndexOf("."))}.0/24`;
  const [first = 0, second = 0, third = 0, fourth = 0] = groupsOf(address);
  return `${[first, second, third, fourth & 0xff00].map(hex).join(":")}::/56`;
}

/**
 * The key for limits on the region around a network: /20, or /48 for IPv6, which one customer gets elsewhere, with all the networks in
 * it.
 */
export function regionOf(ip: string | undefined): string {
  const address = ip === undefined ? NOWHERE : (ipv4Of(ip) ?? ip);
  if (address === NOWHERE) return address;
  if (address.includes(":")) return `${groupsOf(address).slice(0, 3).map(hex).join(":")}::/48`;
  const [first, second, third] = address.split(".");
  return `${first}.${second}.${Number(third) & 0xf0}.0/20`;
}

/** What one customer has at most places: an IPv4 address, or a /56 of IPv6. Null for an address that a proxy or a private network has. */
export function connectionOf(ip: string | undefined): string | null {
  const address = ip === undefined ? NOWHERE : (ipv4Of(ip) ?? ip);
  if (!isPublic(address)) return null;
  return address.includes(":") ? subnetOf(address) : address;
}

/** Of somebody on the internet, and not of this machine, a proxy beside it or a private network. */
function isPublic(address: string): boolean {
  const family = isIP(address);
  return family !== 0 && !PRIVATE.check(address, family === 4 ? "ipv4" : "ipv6");
}

/** https://www.iana.org/assignments/iana-ipv4-special-registry and its counterpart for IPv6. */
const PRIVATE = new BlockList();
for (const [net, prefix] of [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.168.0.0", 16],
] as const)
  PRIVATE.addSubnet(net, prefix, "ipv4");
PRIVATE.addAddress("::1", "ipv6");
PRIVATE.addAddress("::", "ipv6");
PRIVATE.addSubnet("fc00::", 7, "ipv6");
PRIVATE.addSubnet("fe80::", 10, "ipv6");

const NOWHERE = "gone";

function ipv4Of(ip: string): string | undefined {
  return ip.includes(":") ? /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1] : ip;
}

/** The first 64 bits of an IPv6 address, by 16. */
function groupsOf(ip: string): number[] {
  const [left = [], right = []] = ip.split("::").map((half) => half.split(":").filter(Boolean));
  const zeros = Array<string>(Math.max(0, 8 - left.length - right.length)).fill("0");
  return [...left, ...zeros, ...right].slice(0, 4).map((group) => Number.parseInt(group, 16));
}

function hex(group: number): string {
  return group.toString(16);
}
