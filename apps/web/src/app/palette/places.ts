import { PAGES, type PagePath } from "@bbux/contract";
import {
  type Icon,
  IconArrowsLeftRight,
  IconBell,
  IconBook2,
  IconBookmark,
  IconBuildingBank,
  IconCertificate,
  IconChecklist,
  IconEyeOff,
  IconFileDescription,
  IconGavel,
  IconHome,
  IconListDetails,
  IconMessage2,
  IconMessages,
  IconReceiptRefund,
  IconScale,
  IconSettings,
  IconShieldCog,
  IconShieldLock,
  IconTags,
  IconTrophy,
  IconUser,
  IconUserCheck,
  IconWallet,
} from "@tabler/icons-react";
import type { Who } from "../shortcuts/registry.ts";

/** A page that is reachable from anywhere, because its address has no parameter. */
interface Place {
  readonly to: PlacePath;
  readonly Icon: Icon;
  readonly who: Who;
  readonly keywords: string;
}

/** Sign-in and form pages, which aren't destinations by themselves. */
type Left =
  | "/login"
  | "/signup"
  | "/forgot-password"
  | "/reset-password"
  | "/verify-email"
  | "/freeze"
  | "/keep-account"
  | "/confirm-email-change"
  | "/undo-added"
  | "/undo-email-change"
  | "/posts/create"
  | "/governance/proposals/new";
export type PlacePath = Exclude<PagePath, `${string}$${string}` | Left>;

/** Typed by path, so that the compiler reports a page that is missing here. */
const BY_PATH: Readonly<Record<PlacePath, Omit<Place, "to">>> = {
  "/": { Icon: IconHome, who: "everyone", keywords: "home front start landing" },
  "/community": { Icon: IconMessages, who: "everyone", keywords: "feed posts questions home" },
  "/tags": { Icon: IconTags, who: "everyone", keywords: "topics subjects propose" },
  "/profile": { Icon: IconUser, who: "member", keywords: "me account reputation" },
  "/profile/posts": { Icon: IconListDetails, who: "member", keywords: "my questions" },
  "/profile/bookmarks": { Icon: IconBookmark, who: "member", keywords: "saved kept later" },
  "/profile/activity": { Icon: IconTrophy, who: "member", keywords: "reputation points history" },
  "/profile/hidden": { Icon: IconEyeOff, who: "member", keywords: "appeal moderation" },
  "/wallet": { Icon: IconWallet, who: "member", keywords: "balance money sol deposit withdraw" },
  "/transactions": { Icon: IconArrowsLeftRight, who: "member", keywords: "statement history money" },
  "/chat": { Icon: IconMessage2, who: "member", keywords: "rooms talk messages" },
  "/notifications": { Icon: IconBell, who: "member", keywords: "bell news unread inbox" },
  "/governance": { Icon: IconBuildingBank, who: "member", keywords: "stake staking rewards treasury vote" },
  "/governance/proposals": { Icon: IconChecklist, who: "member", keywords: "vote decide" },
  "/refund-requests": { Icon: IconReceiptRefund, who: "member", keywords: "vote bounty back" },
  "/settings": { Icon: IconSettings, who: "member", keywords: "preferences password account email sessions" },
  "/reviews": { Icon: IconUserCheck, who: "reviewer", keywords: "newcomers queue clear flag" },
  "/moderation": { Icon: IconGavel, who: "moderator", keywords: "flags appeals suspensions queue" },
  "/setup": { Icon: IconShieldCog, who: "admin", keywords: "first steps branding tags email solana mail chain test" },
  "/admin": { Icon: IconShieldCog, who: "admin", keywords: "members jobs parameters audit" },
  "/reserves": { Icon: IconScale, who: "everyone", keywords: "solvency backing sol por" },
  "/transparency": { Icon: IconCertificate, who: "everyone", keywords: "log verify checkpoints" },
  "/docs": { Icon: IconBook2, who: "everyone", keywords: "help manual documentation" },
  "/docs/platform": { Icon: IconBook2, who: "everyone", keywords: "docs tokenomics features" },
  "/docs/user-guide": { Icon: IconBook2, who: "everyone", keywords: "docs help manual how" },
  "/docs/developer-guide": { Icon: IconBook2, who: "everyone", keywords: "docs architecture" },
  "/docs/api-reference": { Icon: IconBook2, who: "everyone", keywords: "docs rest endpoints openapi" },
  "/docs/deployment-guide": { Icon: IconBook2, who: "everyone", keywords: "docs hosting docker" },
  "/docs/legal": { Icon: IconFileDescription, who: "everyone", keywords: "docs disclaimer" },
  "/docs/refund-system": { Icon: IconBook2, who: "everyone", keywords: "docs refunds" },
  "/privacy": { Icon: IconShieldLock, who: "everyone", keywords: "data gdpr legal" },
  "/terms": { Icon: IconFileDescription, who: "everyone", keywords: "rules conditions legal" },
};

/** All these pages, in the order in which they are offered. */
export const PALETTE_PLACES: readonly Place[] = Object.entries(BY_PATH).map(([path, place]) => {
  return { to: pathOf(path), ...place };
});

function pathOf(path: string): PlacePath {
  if (isPlace(path)) return path;
  throw new Error(`${path} is no page`);
}

export function isPlace(path: string): path is PlacePath {
  return Object.hasOwn(BY_PATH, path);
}

/** Names a page as its tab does. */
export function placeTitle(path: PlacePath): string {
  return path === "/" ? "Front page" : PAGES[path].title;
}
