import { RATE_LIMITS } from "@bbux/contract";
import { table, text } from "../tree.ts";
import type { Directive } from "./directive.ts";

/** What each limit counts, and by what. The type requires an entry for every limit in the contract. */
const DESCRIPTIONS: Readonly<Record<keyof typeof RATE_LIMITS, readonly [what: string, by: string]>> = {
  public: ["Every request without a session", "address"],
  authenticated: ["Every request with a session or token", "member"],
  page: ["Pages, feeds and sitemaps", "address"],
  signIn: ["Failed sign-ins", "address, account and network, and known browser"],
  signInNetwork: ["Failed sign-ins", "network"],
  signInRegion: ["Failed sign-ins", "region"],
  failedSignIns: ["Failed sign-ins after which the owner is notified, without a refusal", "account"],
  refresh: ["Exchanges of refresh tokens", "sign-in"],
  secondFactor: ["Wrong codes of a second factor", "member"],
  account: ["Sign-up, and emails with a link", "address"],
  accountNetwork: ["Sign-up, and emails with a link", "network"],
  accountRegion: ["Sign-up, and emails with a link", "region"],
  link: ["Uses of a mailed link", "link, and address if it isn’t valid"],
  money: ["Calls that move money", "member"],
  vote: ["Votes on posts, answers and comments", "member"],
  relay: ["Transactions handed to the chain", "member"],
  airdrop: ["SOL of the local chain", "member"],
  chain: ["Confirming a deposit, a blockhash, a destination", "member"],
  proxy: ["Reads of the chain", "member"],
  message: ["Chat messages sent or edited", "member"],
  gif: ["GIF searches sent to the GIF service", "member"],
};

/** The limits and what they count. */
export const rateLimits: Directive = () => [
  table(
    ["What", "Counted by", "A minute", "An hour", "A day"],
    Object.entries(RATE_LIMITS).map(([name, windows]) => {
      const [what, by] = Object.entries(DESCRIPTIONS).find(([known]) => known === name)?.[1] ?? [name, ""];
      const most = (window: string) => {
        const found = Object.entries(windows).find(([unit]) => unit === window)?.[1];
        return [text(typeof found === "number" ? found.toLocaleString("en-US") : "–")];
      };
      return [[text(what)], [text(by)], most("minute"), most("hour"), most("day")];
    }),
  ),
];
