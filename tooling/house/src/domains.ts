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
      domain(
        "platform",
        "amounts bounty-limits brand brand-colors branding errors ids interface-languages languages limits money pages parameters parts session-limits text upload-limits votes",
      ),
      domain(
        "people",
        "accounts auth bookmarks device established factors integrity logins notifications openid passkeys proof-of-work reputation reserved reviewers security trust trust-levels uploads welcome",
      ),
      domain(
        "content",
        "accepting answers bounty-timeline comments landing participants posts profile profile-fields related revisions socials tag-limits tag-proposals tags users",
      ),
      domain("money", "allow-list credit-approvals reserves transparency wallet"),
      domain("governance", "ballots governance proposals refunds"),
      domain("community", "chat gifs moderation reviews shared-access"),
      domain("operations", "admin setup stats"),
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
        "brand calls context errors transactions queries signals parameters proofs audit-log log-line concurrency traces language",
      ),
      domain(
        "people",
        "accounts auth bookmarks closing email-change established factors integrity leaving logins notifications password-check recovery reputation second-factor security-holds trust uploads ways-in welcome",
      ),
      domain(
        "content",
        "answers comments feed parts posts rendering review-queue revisions search tag-proposals tags users votes",
      ),
      domain(
        "money",
        "allow-list chain cold-wallet credit-approvals hot-wallet deposits reserve-audit reserves statement transparency wallet wallet-keys withdrawals",
      ),
      domain("governance", "proposals refunds rewards staking"),
      domain("community", "chat gifs moderation shared-access"),
      domain("operations", "admin counters demo setup stats"),
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
      domain("people", "accounts settings notifications uploads bookmarks flags members mentions welcome"),
      domain("content", "tags votes posts answers comments history profile editor feed offline outbox"),
      domain("money", "solana wallet transactions reserves transparency"),
      domain("governance", "staking proposals refunds"),
      domain("community", "chat moderation"),
      domain("operations", "admin brand docs landing setup"),
      domain("entries", "app routes"),
    ],
  },
];
