import type { User } from "@bbux/contract";
import { IconBuildingBank, IconGavel, IconReceiptRefund, IconShieldCog } from "@tabler/icons-react";

type Role = Pick<User, "role"> | null;

/** What the community decides, and who looks after it: in the rail, and on phones under More (spec core §2). */
export const ENTRIES = [
  { to: "/governance", name: "Governance", Icon: IconBuildingBank, mayUse: () => true },
  { to: "/refund-requests", name: "Refund Requests", Icon: IconReceiptRefund, mayUse: () => true },
  { to: "/moderation", name: "Moderation", Icon: IconGavel, mayUse: (user: Role) => isModerator(user) },
  { to: "/admin", name: "Admin Panel", Icon: IconShieldCog, mayUse: (user: Role) => user?.role === "admin" },
] as const;

/** An admin may do all that a moderator may. */
function isModerator(user: Role): boolean {
  return user?.role === "moderator" || user?.role === "admin";
}
