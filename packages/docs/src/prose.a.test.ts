import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { BOUNTY, DEFAULT_PARAMETERS, LEVELS, REFUNDS, REPUTATION } from "@bbux/contract";
import { describe, expect, it } from "vitest";
import { type CompiledPage, compilePage } from "./compile.ts";
import { existingPages } from "./files.ts";
import { isSlug, type Slug } from "./pages.ts";

/*
 * Checks that the pages for members say what the requirements name, in the text that readers see. Figures that the contract has
 * are compared with the contract if the requirement allows it, and with its exact words if it gives them.
 */

const pages = new Map<Slug, CompiledPage>();
function page(slug: Slug): CompiledPage {
  const known = pages.get(slug) ?? compilePage(slug);
  pages.set(slug, known);
  return known;
}

const plain = (text: string) => text.replaceAll(/\s+/g, " ");
/** Everything under an h2, including its h3. */
function part(slug: Slug, id: string): string {
  const { sections, toc } = page(slug);
  const next = new Set(toc.filter(({ depth }) => depth === 2).map((entry) => entry.id));
  const from = sections.findIndex((section) => section.id === id);
  if (from < 0) throw new Error(`${slug} has no heading #${id}`);
  const to = sections.findIndex((section, at) => at > from && next.has(section.id));
  const found = sections.slice(from, to < 0 ? undefined : to);
  return plain(found.map(({ title, text }) => `${title} ${text}`).join(" "));
}
const whole = (slug: Slug) => plain(page(slug).text);
const headings = (slug: Slug) => page(slug).toc.flatMap(({ id, depth }) => (depth === 2 ? [id] : []));
const linksOf = (slug: Slug) => [...page(slug).html.matchAll(/href="([^"]+)"/g)].map(([, href]) => href);

const WEB = join(import.meta.dirname, "../../../apps/web/src");
/** Our names that aren't storage keys: channels between tabs, server data, files. */
const NO_KEYS = /^bbux(\.notifications\.|-facts|-$|\.example)/;
/** Keys of local and session storage, up to their first variable part, in the app's files that use either. */
function storageKeys(): string[] {
  const files = readdirSync(WEB, { recursive: true, encoding: "utf8" }).filter(
    (name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name),
  );
  const found = files.flatMap((name) =>
    [...readFileSync(join(WEB, name), "utf8").matchAll(/["'`](bbux[.-][\w.-]*)/g)].map(([, key = ""]) => key),
  );
  return [...new Set(found)].filter((key) => !NO_KEYS.test(key));
}

describe("anchors and links", () => {
  it("/docs/platform has its eight anchors in the table of contents [M2.38]", () => {
    expect(headings("platform")).toEqual([
      ...["overview", "features", "architecture", "tokenomics"],
      ...["governance", "chat", "security", "roadmap"],
    ]);
  });

  it("/docs/user-guide has its thirteen anchors [M2.40]", () => {
    expect(headings("user-guide")).toEqual([
      ...["getting-started", "account-setup", "virtual-tokens", "asking-questions", "answering-questions"],
      ...["bounty-system", "global-chat", "refund-system", "reputation-system", "governance"],
      ...["notification-system", "best-practices", "troubleshooting"],
    ]);
  });

  it("/docs/user-guide links to the platform page, the refund guide, the legal page, and the community [M2.41]", () => {
    const links = linksOf("user-guide");
    for (const target of ["/docs/platform", "/docs/refund-system", "/docs/legal", "/community"])
      expect(links).toContain(target);
  });

  it("/docs/legal has its six sections [M2.50]", () => {
    const { toc } = page("legal");
    expect(toc.filter(({ depth }) => depth === 2).map(({ title }) => title)).toEqual([
      ...["Terms of Service", "Privacy Policy", "Cookie Policy"],
      ...["Disclaimer", "Governance Terms", "Legal Contact"],
    ]);
  });

  it("/docs/legal offers the PDFs of terms, privacy policy, and cookie policy [M2.51]", () => {
    const links = linksOf("legal");
    for (const name of ["terms", "privacy", "cookies"]) expect(links).toContain(`/api/docs/${name}.pdf`);
  });

  it("/docs/refund-system is the Refund System Guide with its six sections [M2.52]", () => {
    expect(page("refund-system").meta.title).toBe("Refund System Guide");
    expect(headings("refund-system")).toEqual([
      ...["overview", "eligibility", "process", "voting", "time-restrictions", "faq"],
    ]);
  });
});

describe("what BBUX is", () => {
  it("no page claims that there is no external blockchain, or an unlimited supply [M1.08]", () => {
    const slugs = existingPages().filter(isSlug);
    expect(slugs).toContain("platform");
    for (const slug of slugs) {
      const text = whole(slug);
      expect(text, slug).not.toMatch(/(no|without an?y?)\s+(external\s+)?blockchain/i);
      expect(text, slug).not.toMatch(
        /unlimited (supply|BBUX|tokens)|infinite supply|supply (is|of BBUX is) (unlimited|infinite)/i,
      );
      expect(text, slug).not.toMatch(/serverless/i);
    }
  });

  it("tokenomics says that BBUX is minted only by a deposit and burned only by a withdrawal, 1:1 with SOL [M1.08 M1.09]", () => {
    const text = part("platform", "tokenomics");
    expect(text).toContain("minted only by a deposit and burned only by a withdrawal, 1:1 with SOL");
    expect(text).toContain("1 BBUX is 1 SOL");
  });

  it("tokenomics states the default fees", () => {
    const text = part("platform", "tokenomics");
    expect(text).toContain(`${Number(DEFAULT_PARAMETERS.bountyFee) / 100}% of the bounty`);
    expect(text).toContain(`${Number(DEFAULT_PARAMETERS.withdrawalFee) / 100}% of the amount`);
    expect(text).toContain("100 BBUX 97 SOL, you 3 BBUX");
  });
});

describe("age", () => {
  it("the terms say that users must be at least 18 [M5.36]", () => {
    expect(part("terms", "who")).toMatch(/must be at least 18 years old/);
  });

  it("the platform page states 18 as the minimum age, and never 13 [M5.37]", () => {
    expect(part("platform", "overview")).toMatch(/To open an account you must be at least 18 years old/);
    expect(whole("platform")).not.toMatch(/\b13\b/);
  });
});

describe("the user guide", () => {
  it("suggests that a bounty runs for 7 to 30 days [M5.41]", () => {
    expect(part("user-guide", "bounty-system")).toContain("We suggest 7 to 30 days");
    expect(BOUNTY.days).toEqual({ min: 1, max: 30, default: 7 });
  });

  it("lists the four tiers, says that titles gate nothing, and explains the app's seven titles [M6.19]", () => {
    const text = part("user-guide", "reputation-system");
    for (const tier of ["Newcomer 0-99", "Contributor 100-499", "Expert 500-999", "Master 1000+"])
      expect(text).toContain(tier);
    expect(text).toContain("Titles gate nothing");
    for (const { title } of LEVELS) expect(text).toContain(title);
    expect(text).toMatch(/You need neither to ask, answer, offer a bounty/);
  });

  it("gives five pieces of advice for when something doesn't work [M8.33]", () => {
    const text = part("user-guide", "troubleshooting");
    const advice = [
      ...["Check the wallet", "Check the network", "Refresh", "Log out and back in"],
      "Check whether your account is suspended",
    ];
    const places = advice.map((words) => text.indexOf(words));
    expect(places.every((place) => place >= 0)).toBe(true);
    expect(places).toEqual([...places].sort((a, b) => a - b));
  });

  it("states the daily staking rates, each with its condition, and the maximum [M9.14]", () => {
    const text = part("user-guide", "governance");
    expect(text).toMatch(/Base rate 0\.05% always: 18\.25% APY/);
    expect(text).toMatch(
      /Activity bonus \+0\.02% platform volume is high: .{0,60}100 BBUX or more as bounties in 30 days/,
    );
    expect(text).toMatch(/Treasury bonus \+0\.01% the treasury is healthy: .{0,40}3 months of rewards/);
    expect(text).toMatch(/Governance bonus \+0\.02% you voted on a refund request or a proposal in the last 30 days/);
    expect(text).toMatch(/Participation penalty -0\.03% total staking is high: more than 50% of all BBUX is staked/);
    expect(text).toMatch(/Maximum 0\.12% no stake earns more: 43\.8% APY/);
  });

  it("names the stake that each kind of proposal needs [M5.42]", () => {
    const text = part("user-guide", "governance");
    expect(text).toMatch(/Signal Asks what the community thinks\. It isn't binding 1 BBUX/);
    expect(text).toMatch(/Policy Says how something should be done\..{0,60} 10 BBUX/);
    expect(text).toMatch(/Parameter change Changes a fee, a rate or a threshold\..{0,40} 100 BBUX/);
  });

  it("explains the yearly figures: simple interest, and what they would be with compounding [M9.14]", () => {
    const text = part("user-guide", "governance");
    expect(text).toContain("The yearly figures are simple, 365 times the rate of a day");
    expect(text).toContain("0.05% a day would come to 20.02% and 0.12% a day to 54.92% a year");
    expect(text).toContain("all bonuses together come to 0.1% a day");
  });

  it("lists what earns and costs reputation, with the cause of each [M9.24]", () => {
    const text = part("user-guide", "reputation-system");
    const lines = {
      "+10 your answer is accepted": REPUTATION.ANSWER_ACCEPTED,
      "+5 your answer is upvoted": REPUTATION.ANSWER_UPVOTED,
      "+2 your question is upvoted": REPUTATION.POST_UPVOTED,
      "+1 you visit, once a day": REPUTATION.DAILY_LOGIN,
      "+50 you win a bounty": REPUTATION.BOUNTY_WON,
      "-2 your post, answer or comment is downvoted": REPUTATION.POST_DOWNVOTED,
      "-10 a moderator upholds a flag on your content": REPUTATION.CONTENT_FLAGGED,
      "-50 the content was spam or abuse": REPUTATION.SPAM_OR_ABUSE,
      "-100 your account is suspended": REPUTATION.SUSPENDED,
    };
    for (const [line, points] of Object.entries(lines)) {
      expect(text).toContain(line);
      expect(Number.parseInt(line, 10)).toBe(points);
    }
    expect(REPUTATION.ANSWER_DOWNVOTED).toBe(REPUTATION.POST_DOWNVOTED);
    expect(REPUTATION.COMMENT_DOWNVOTED).toBe(REPUTATION.POST_DOWNVOTED);
  });
});

describe("the refund guide", () => {
  it("states the voting period, the time limit for requests, and how long it takes [M9.26]", () => {
    const text = whole("refund-system");
    expect(text).toContain("Voting period 48 hours");
    expect(text).toContain("Requests within 7 days of bounty expiration");
    expect(text).toContain("The process takes about 2-3 days");
    expect([REFUNDS.votingHours, REFUNDS.windowDays]).toEqual([48, 7]);
  });

  it("names every requirement that the server enforces for voters, and where the refund goes", () => {
    const text = part("refund-system", "voting");
    expect(text).toContain(`${REFUNDS.reputation} or more reputation points`);
    expect(text).toContain(`an account age of ${REFUNDS.accountDays} or more days`);
    expect(text).toContain("prior engagement with the post");
    expect(text).toContain(`a ${REFUNDS.reviewMinutes}-minute minimum review time`);
    expect(text).toContain(`at most ${REFUNDS.votesPerDay} votes per 24 hours`);
    expect(text).toContain(`a reason of at least ${REFUNDS.voteReason.min} characters`);
    expect(part("refund-system", "overview")).toContain("An approved refund goes to the requester's wallet");
  });
});

describe("legal contact", () => {
  it("states three response times [M9.32]", () => {
    const text = part("legal", "legal-contact");
    expect(text).toMatch(/General inquiries 2-3 business days/);
    expect(text).toMatch(/Legal matters[^|]{0,60} 5-7 business days/);
    expect(text).toMatch(/Urgent matters.{0,120} 24-48 hours/);
  });

  it("the cookie policy names every key that the app stores in the browser", () => {
    const policy = whole("cookies");
    const keys = storageKeys();
    expect(keys.length).toBeGreaterThan(8);
    for (const key of keys) {
      const [family = key] = /^bbux\.(?:draft|chat|developmentWallet)/.exec(key) ?? [];
      expect(policy, key).toContain(family);
    }
  });

  it("the legal page contains the whole cookie policy", () => {
    const policy = part("legal", "cookie-policy");
    for (const words of ["bbux_session", "bbux.visit", "mantine-color-scheme-value"]) expect(policy).toContain(words);
  });
});
