import { FEATURES, isReviewer, type User } from "@bbux/contract";
import {
  IconArrowsLeftRight,
  IconBuildingBank,
  IconGavel,
  IconMessages,
  IconReceiptRefund,
  IconShieldCog,
  IconUserCheck,
  IconWallet,
} from "@tabler/icons-react";

type Who = Pick<User, "role" | "trustLevel"> | null;

const anyone = () => true;
/** An admin may do everything that a moderator may. */
const moderator = (user: Who) => user?.role === "moderator" || user?.role === "admin";
const reviewer = (user: Who) => user !== null && isReviewer(user.trustLevel);

/** The navigation's pages by group: in the rail, and under More on phones. The member's own pages come after them. */
const GROUPS = [
  {
    name: "Community",
    entries: [
      { to: "/community", name: "Community", Icon: IconMessages, mayUse: anyone },
      { to: "/reviews", name: "Reviews", Icon: IconUserCheck, mayUse: reviewer },
      { to: "/moderation", name: "Moderation", Icon: IconGavel, mayUse: moderator },
      { to: "/admin", name: "Admin Panel", Icon: IconShieldCog, mayUse: (user: Who) => user?.role === "admin" },
    ],
  },
  {
    name: "Money",
    entries: [
      { to: "/wallet", name: "Wallet", Icon: IconWallet, mayUse: () => FEATURES.wallet },
      { to: "/transactions", name: "Transactions", Icon: IconArrowsLeftRight, mayUse: () => FEATURES.wallet },
    ],
  },
  {
    name: "Governance",
    entries: [
      { to: "/governance", name: "Governance", Icon: IconBuildingBank, mayUse: anyone },
      { to: "/refund-requests", name: "Refund Requests", Icon: IconReceiptRefund, mayUse: anyone },
    ],
  },
] as const;

/** Returns the groups with the pages that `user` may use. */
export function entriesFor(user: Who) {
  return GROUPS.map(({ name, entries }) => ({ name, entries: entries.filter(({ mayUse }) => mayUse(user)) }));
}
