import { DEFAULT_PARAMETERS } from "@bbux/contract";
import { MantineProvider } from "@mantine/core";
import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it, vi } from "vitest";
import { at, DASHBOARD as data, lines } from "./dashboard.support.ts";
import { ActivityFeed, TransparencyLog } from "./Feeds.tsx";
import { Health } from "./Health.tsx";
import { Platform } from "./Platform.tsx";
import { StakeAllows } from "./StakeAllows.tsx";
import { YourStake } from "./YourStake.tsx";

const history = vi.hoisted(() => ({ useQuery: vi.fn(() => ({})) }));
vi.mock("../../lib/trpc.ts", () => ({ trpc: { governance: { history } } }));
vi.mock("../../lib/parameters/useParameters.ts", () => ({
  useParameters: () => ({ parameters: DEFAULT_PARAMETERS, failed: false }),
}));
vi.mock("@tanstack/react-router", () => ({
  Link: ({ children }: { children: ReactNode }) => <a href="/">{children}</a>,
}));

const html = (node: ReactNode) =>
  renderToStaticMarkup(<MantineProvider>{node}</MantineProvider>).replace(/<style[\s\S]*?<\/style>/g, "");
const text = (markup: string) =>
  markup
    .replace(/<[^>]+>/g, " ")
    .replace(/\s+/g, " ")
    .trim();
/** Returns what follows each heading. */
const pairs = (markup: string, pattern: RegExp) =>
  Object.fromEntries(Array.from(markup.matchAll(pattern), ([, name = "", value = ""]) => [text(name), text(value)]));
/** Returns the terms of a list with their values; for a term with a note only the term counts. */
const facts = (markup: string) => {
  const withoutNotes = markup.replace(/<span class="[^"]*note[^"]*">.*?<\/span>/g, "");
  return pairs(withoutNotes, /<dt>(.*?)<\/dt><dd>(.*?)<\/dd>/gs);
};
const rows = (markup: string) => Array.from(markup.matchAll(/<tr>(.*?)<\/tr>/gs), ([, row = ""]) => text(row)).slice(1);

describe("the governance dashboard", () => {
  it("shows staked, treasury, collected and distributed, each under its own heading [M2.16]", () => {
    expect(pairs(html(<Platform data={data} />), /<h3>(.*?)<\/h3><p class="[^"]*">(.*?)<\/p>/gs)).toEqual({
      "Total staked": "11.0000 BBUX",
      Treasury: "12.0000 BBUX",
      "Total collected": "13.0000 BBUX",
      "Total distributed": "14.0000 BBUX",
      "Reward rate": "0.060% a day",
      "Monthly volume": "31.0000 BBUX",
    });
  });

  it("ends each chart at the figure above it, and its scale reaches that figure", () => {
    const amounts = { treasury: "1.275", staked: "3", circulating: "20", volume: "2", due: "1", paid: "1" };
    const points = ["2026-03-01", "2026-03-02"].map((day) => ({ ...amounts, day, stakers: 2, totalRate: 0.0005 }));
    history.useQuery.mockReturnValueOnce({ data: { points } });
    const shown = html(<Platform data={data} />);
    const charts = Array.from(
      shown.matchAll(/aria-label="([^"]+): From [^"]+ to (\S+)[^"]* on [^"]+"/g),
      ([, name, end]) => [name, end],
    );
    expect(charts).toEqual([
      ["Total staked", "11.0000"],
      ["Treasury", "12.0000"],
      ["Total distributed", "14.0000"],
      ["Reward rate", "0.060%"],
      ["Monthly volume", "31.0000"],
    ]);
    const tops = Array.from(
      shown.matchAll(/<div class="[^"]*scale[^"]*" aria-hidden="true"><span>(.*?)<\/span>/g),
      ([, top]) => top,
    );
    expect(tops).toEqual(charts.map(([, end]) => end));
  });

  it("shows the platform's health: volume, stakers, and each level beside its name [M2.18]", () => {
    expect(facts(html(<Health data={data} />))).toEqual({
      "Monthly volume": "31.0000 BBUX",
      "Active stakers": "32",
      Activity: "Low",
      "Treasury health": "High",
      "Participation level": "Medium",
    });
  });

  it("shows the member's own stake, rewards, power, participation and last reward [M2.20]", () => {
    const own = html(<YourStake data={data} />);
    expect(text(own)).toMatch(/^Your stake 21\.0000 BBUX /);
    expect(facts(own)).toEqual({
      "Your rate": "0.080% a day",
      "Rewards earned": "22.0000 BBUX",
      "Last reward": expect.stringMatching(/\d/),
      "Voting power": "23.0000 votes",
      Participation: "24 votes",
      "Available to stake": "25.0000 BBUX",
    });
    expect(own).toContain(`dateTime="${at(0)}"`);
  });

  it("says what the stake allows: votes, each kind of proposal, and what can be taken back [M6.21 M6.22 M5.42]", () => {
    const allowed = (stats: Partial<typeof data.userStats>) =>
      Array.from(
        html(<StakeAllows stats={{ ...data.userStats, ...stats }} />).matchAll(/<li data-state="(\w+)">(.*?)<\/li>/gs),
        ([, state, line = ""]) => [state, text(line)],
      );
    expect(allowed({})).toEqual([
      ["yes", "Vote on each new proposal with 23.0000 votes"],
      ["yes", "Propose a signal"],
      ["yes", "Propose a policy"],
      ["no", expect.stringMatching(/^Not yet: Stake [\d.]+ BBUX more to propose a parameter change$/)],
      ["yes", "Unstake 21.0000 BBUX now"],
    ]);
    expect(allowed({ lockedAmount: "20", unlocksAt: at(0) }).at(-1)).toEqual([
      "locked",
      expect.stringMatching(
        /^Unstake 1\.0000 BBUX now\. 20\.0000 BBUX of your stake is locked behind your votes on open proposals, until .*2026/,
      ),
    ]);
    expect(allowed({ stakedAmount: "0", votingPower: "0" })).toEqual([
      ["no", "Not yet: Vote on proposals that open after you stake"],
      ["no", expect.stringMatching(/^Not yet: Stake [\d.]+ BBUX more to propose a signal$/)],
      ["no", expect.stringMatching(/^Not yet: Stake [\d.]+ BBUX more to propose a policy$/)],
      ["no", expect.stringMatching(/^Not yet: Stake [\d.]+ BBUX more to propose a parameter change$/)],
    ]);
  });

  it("shows twenty lines of the log, each with its own amount, fee, text and time [M2.22]", () => {
    const log = html(<TransparencyLog logs={data.logs} />);
    expect(rows(log)).toHaveLength(20);
    expect(rows(log)[4]).toMatch(/^.+ line 4 5\.0000 BBUX fee 0\.5000 BBUX /);
    expect(Array.from(log.matchAll(/dateTime="([^"]+)"/g), ([, time]) => time)).toEqual(
      lines.map(({ createdAt }) => createdAt),
    );
  });

  it("shows twenty actions of members, each with its own amount, text and time [M2.23]", () => {
    const feed = html(<ActivityFeed activity={data.activity} />);
    expect(rows(feed)).toHaveLength(20);
    expect(rows(feed)[6]).toMatch(/^.+ act 6 7\.0000 BBUX /);
    expect(Array.from(feed.matchAll(/dateTime="([^"]+)"/g), ([, time]) => time)).toEqual(
      lines.map(({ createdAt }) => createdAt),
    );
  });
});
