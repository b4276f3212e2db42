// No zod here: rules and screens use these.

/** What makes a member established, besides the points of the parameter `establishedPoints` (docs/adr/0031). */
export const ESTABLISHED = {
  /** No one member can give another more of these points. */
  perGiver: 10,
  accountDays: 7,
  /** Until a community has this many established members, moderators decide what their votes would. */
  community: 10,
} as const;

/** A member's standing in decisions about money. */
export interface Standing {
  readonly isEstablished: boolean;
  readonly isStaff: boolean;
  /** Points from established members, and how many make someone established: 0 if nobody has to be. */
  readonly points: number;
  readonly needed: number;
}
