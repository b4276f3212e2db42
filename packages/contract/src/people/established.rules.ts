// No zod here: rules and screens use these.

/** What makes a member established, besides the points of the parameter `establishedPoints` (docs/adr/0031). */
export const ESTABLISHED = {
  /** No one member can give another more of these points. */
  perGiver: 10,
  accountDays: 7,
  /** Until a community has this many established members, moderators decide what their votes would. */
  community: 10,
} as const;

/** What accounts can share (docs/adr/0039). Only networks and wallets can belong to strangers. */
export const TRACE_KINDS = ["network", "device", "wallet"] as const;
/** A network or device, by a hash that says nothing about it, or a wallet, by its address. */
export interface Trace {
  readonly kind: (typeof TRACE_KINDS)[number];
  readonly value: string;
}

/** What ties members to each other, whose votes on one decision then count once (docs/adr/0039). */
export const TIES = {
  /** They used the same device, network or wallet within so many days. */
  days: 30,
  /** A network or wallet that so many established members share is a public place, such as a carrier's or an exchange's. */
  crowd: 50,
  /** A bounty runs for 30 days at most, after which its settlement can be objected to and voted on. */
  keptDays: 90,
} as const;

/** A member's standing in decisions about money. */
export interface Standing {
  readonly isEstablished: boolean;
  readonly isStaff: boolean;
  /** Points from established members, and how many make someone established: 0 if nobody has to be. */
  readonly points: number;
  readonly needed: number;
}
