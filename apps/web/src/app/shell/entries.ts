import type { User } from "@bbux/contract";
import { IconBuildingBank, IconGavel, IconReceiptRefund, IconShieldCog } from "@tabler/icons-react";

type Role = Pick<User, "role"> | null;

/** Governance and moderation entries: in the rail, and under More on phones. */
export const ENTRIES = [
  { to: "/governance", name: "Governance", Icon: IconBuildingBank, mayUse: () => true },
  { to: "/refund-requests", name: "Refund Requests", Icon: IconReceiptRefund, mayUse: () => true },
  { to: "/moderation", name: "Moderation", Icon: IconGavel, mayUse: (user: Role) => isModerator(user) },
  { to: "/admin", name: "Admin Panel", Icon: IconShieldCog, mayUse: (user: Role) => user?.role === "admin" },
] as const;

/** An admin may do everything that a moderator may. */
function isModerator(user: Role): boolean {
  return user?.role === "moderator" || user?.role === "admin";
}
