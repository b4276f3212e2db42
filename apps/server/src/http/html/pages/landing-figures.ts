import { getStats, listParameters, listPosts } from "@bbux/api/reading";
import {
  bountyCost,
  bountyFee,
  formatAmount,
  formatParameter,
  LANDING_BOUNTIES,
  type LandingFigures,
  LIST_CUT,
  type PostSummary,
  type Stats,
  UNIT,
} from "@bbux/contract";
import { escaped } from "../escape.ts";
import type { Sources } from "../page.ts";
import { cut } from "./rows.ts";

/** As many open bounties as the app shows (apps/web/src/operations/landing/board.ts). */
const ROWS = 5;
/** The example's bounty (apps/web/src/operations/landing/Escrow.tsx). */
const EXAMPLE = 5n * UNIT;

/** The community's figures, its open bounties and the fees in force: stored sums and one index's first rows. */
export async function readFigures({
  db,
  now,
  parameterDefaults,
}: Pick<Sources, "db" | "now" | "parameterDefaults">): Promise<LandingFigures> {
  const [stats, open, parameters] = await Promise.all([
    getStats(db),
    listPosts(db, { page: 1, ...LANDING_BOUNTIES }, now(), null),
    listParameters({ db, parameterDefaults }),
  ]);
  // The front page shows neither code nor pictures.
  const posts = open.posts.map((post) => ({ ...post, codeBlocks: [], media: [] }));
  return { stats, open: { ...open, posts }, parameters };
}

/** The example of a bounty beside the headline; empty without the fee. */
export function exampleOf({ parameters: { parameters } }: LandingFigures): string {
  const found = parameters.find(({ name }) => name === "bountyFee");
  if (!found) return "";
  const rate = BigInt(found.value);
  const rows = [
    ["Bounty, held in escrow", EXAMPLE],
    [`Governance fee (${formatParameter("bountyFee", rate)})`, bountyFee(EXAMPLE, rate)],
    ["The asker pays", bountyCost(EXAMPLE, rate)],
    ["Accepted answer earns", EXAMPLE],
  ] as const;
  const lines = rows.map(([label, units]) => {
    const amount = decimal(Number(formatAmount(units)), 9);
    return `<tr><th scope="row">${label}</th><td>${amount} BBUX</td></tr>`;
  });
  return (
    `<figure class="slip"><figcaption><p class="by">Example</p><p>Why doesn't this query use my index?</p></figcaption>` +
    `<table>${lines.join("")}</table></figure>`
  );
}

/** The platform in numbers. */
export function statsOf({ stats }: LandingFigures): string {
  const figures = FIGURES.map(([label, text]) => `<div><dt>${label}</dt><dd>${text(stats)}</dd></div>`);
  return `<div class="band"><dl class="stats">${figures.join("")}</dl></div>`;
}

/** The bounties that can still be won; empty if there are none. */
export function boardOf({ open }: LandingFigures, now: Date): string {
  const rows = open.posts.filter((post) => isWinnable(post, now)).slice(0, ROWS);
  if (rows.length === 0) return "";
  return (
    `<div class="board"><h2>Latest bounties</h2><h3>Open</h3>` +
    `<ul class="rows">${rows.map(rowOf).join("")}</ul></div>`
  );
}

const isWinnable = ({ bountyStatus, bountyExpiresAt }: PostSummary, now: Date) =>
  bountyStatus === "ESCROWED" && bountyExpiresAt !== null && Date.parse(bountyExpiresAt) > now.getTime();

function rowOf({ id, title, answerCount, reward }: PostSummary): string {
  const count = answerCount === 1 ? "1 answer" : `${answerCount} answers`;
  return (
    `<li><div><a dir="auto" href="/posts/${escaped(id)}">${escaped(cut(title, LIST_CUT.title))}</a><p class="by">${count}</p></div>` +
    `<span>${decimal(reward, 4)} BBUX</span></li>`
  );
}

const compact = new Intl.NumberFormat("en-US", { notation: "compact", maximumFractionDigits: 1 });
const decimal = (value: number, most: number) =>
  value.toLocaleString("en-US", { minimumFractionDigits: 2, maximumFractionDigits: most });

const FIGURES: readonly (readonly [label: string, text: (stats: Stats) => string])[] = [
  ["Active bounties", ({ activeBounties }) => compact.format(activeBounties)],
  ["Questions answered", ({ questionsAnswered }) => compact.format(questionsAnswered)],
  ["Total rewards", ({ totalRewards }) => `${decimal(Number(totalRewards), 2)} SOL`],
  ["Community members", ({ communityMembers }) => compact.format(communityMembers)],
];
