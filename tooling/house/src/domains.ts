import type { House } from "./house.ts";

/** The purpose of each domain, the same in every workspace, from the ground up. */
const PURPOSES = {
  platform:
    "What every call needs: context, errors, transactions and their effects, parameters, the audit log and log lines.",
  people: "Who members are: how they sign in, their bookmarks and notifications, and the reputation they have earned.",
  content: "What members write, how it is found, and the pages that show it with its authors.",
  money: "BBUX against SOL: what comes in and goes out, what is owed, and the proof of both.",
  governance: "What members decide by stake and vote, and how bounties end if nobody accepts an answer.",
  community: "What members say to each other, and how moderators keep the peace.",
  operations: "What operators see and measure; it reads everything, and nothing depends on it.",
  entries: "Where everything is put together: every procedure or route, and what other packages use.",
} as const;

const domain = (name: keyof typeof PURPOSES, features: string) => ({
  name,
  purpose: PURPOSES[name],
  features: features.split(" "),
});

export const HOUSES: readonly House[] = [
  {
    name: "contract",
    root: "packages/contract/src",
    held: true,
    faces: {},
    holders: [],
    loose: {},
    domains: [
      domain("platform", "amounts errors ids languages limits money pages parameters parts text votes"),
      domain(
        "people",
        "accounts auth bookmarks device established factors integrity notifications passkeys reputation reserved security uploads",
      ),
      domain(
        "content",
        "accepting answers comments landing posts profile profile-fields related revisions socials tags users",
      ),
      domain("money", "reserves transparency wallet"),
      domain("governance", "governance proposals refunds"),
      domain("community", "chat gifs moderation"),
      domain("operations", "admin stats"),
      domain("entries", "index"),
    ],
  },
  {
    name: "api",
    root: "packages/api/src",
    held: true,
    // A face with procedures would load tRPC for everyone, commands and operators included.
    faces: { "router.ts": ".router.ts" },
    holders: [],
    loose: {},
    domains: [
      domain(
        "platform",
        "calls context errors transactions queries signals parameters proofs audit-log log-line concurrency",
      ),
      domain(
        "people",
        "accounts auth bookmarks email-change established factors integrity notifications password-check reputation second-factor security-holds uploads",
      ),
      domain("content", "answers comments feed parts posts revisions search tags users votes"),
      domain(
        "money",
        "chain cold-wallet hot-wallet deposits reserve-audit reserves statement transparency wallet wallet-keys withdrawals",
      ),
      domain("governance", "proposals refunds rewards staking"),
      domain("community", "chat gifs moderation"),
      domain("operations", "admin counters demo stats"),
      domain("entries", "index operator page-reads router"),
    ],
  },
  {
    name: "web",
    root: "apps/web/src",
    held: true,
    // Each page is loaded by itself.
    faces: { "app/": "", "routes/": "" },
    collections: ["lib", "components"],
    holders: [],
    loose: {},
    domains: [
      domain("platform", "lib components"),
      domain("people", "accounts settings notifications uploads bookmarks flags"),
      domain("content", "tags votes posts answers comments history profile editor feed"),
      domain("money", "solana wallet transactions reserves transparency"),
      domain("governance", "staking proposals refunds"),
      domain("community", "chat moderation"),
      domain("operations", "admin docs landing"),
      domain("entries", "app routes"),
    ],
  },
];
