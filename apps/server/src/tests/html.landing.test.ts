import { DAY_MS, UNIT } from "@bbux/contract";
import { connect } from "@bbux/db";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTag, type TestApp } from "../testing.ts";
import { createPagesApp, page } from "./html.support.ts";
import { ask } from "./support.ts";

let t: TestApp;
beforeAll(async () => {
  t = await createPagesApp();
  await createTag(t.database, "money");
});
afterAll(() => t.close());

/** The data that the page comes with. */
function firstOf(body: string) {
  const json = /<script type="application\/json" id="first-figures">([\s\S]*?)<\/script>/.exec(body)?.[1];
  return json === undefined ? null : JSON.parse(json);
}

describe("the first bytes of the front page", () => {
  it("have true zeros, the fee and no list of bounties on a new platform", async () => {
    const { status, content } = await page(t, "/");
    expect(status).toBe(200);
    expect(content).toContain("<dt>Active bounties</dt><dd>0</dd>");
    expect(content).toContain("<dt>Total rewards</dt><dd>0.00 SOL</dd>");
    expect(content).toContain('<th scope="row">Governance fee (5%)</th><td>0.25 BBUX</td>');
    expect(content).toContain('<th scope="row">Accepted answer earns</th><td>5.00 BBUX</td>');
    expect(content).not.toContain("Latest bounties");
  });

  it("have the numbers and the open bounties as text, and as the data that the app starts with, in every language", async () => {
    const ada = await t.member("ada", { balance: 1_000n * UNIT });
    const bounty = { hasBounty: true, bountyAmount: 1.5, bountyDuration: 3 };
    const id = await ask(t, ada, { title: "Why is <b> bold?", ...bounty });
    await ask(t, ada, { title: "Without a bounty" });
    const { content, body } = await page(t, "/");
    expect(content).toContain("<dt>Active bounties</dt><dd>1</dd>");
    expect(content).toContain("<dt>Community members</dt><dd>1</dd>");
    expect(content).toContain(`href="/posts/${id}">Why is &lt;b&gt; bold?</a><p class="by">0 answers</p>`);
    expect(content).toContain("<span>1.50 BBUX</span>");
    expect(content).toContain("<h2>Latest bounties</h2>");
    expect(content).not.toContain("Without a bounty");
    const german = await page(t, "/", { "accept-language": "de" });
    for (const first of [firstOf(body), firstOf(german.body)]) {
      expect(first.stats).toMatchObject({ activeBounties: 1, communityMembers: 1 });
      expect(first.open.posts.map((post: { id: string }) => post.id)).toEqual([id]);
      expect(first.parameters.parameters).toContainEqual(expect.objectContaining({ name: "bountyFee", value: "500" }));
    }
  });

  it("leave out a bounty that has ended", async () => {
    t.travel(4 * DAY_MS);
    expect((await page(t, "/")).content).not.toContain("Latest bounties");
  });

  it("have the headline alone while the figures can't be read", async () => {
    const gone = connect({ url: t.database.url, max: 1 });
    // Kysely ignores a destroy before the first query.
    await sql`select`.execute(gone);
    await gone.destroy();
    const app = await createPagesApp({}, { database: t.database, chooseReads: () => gone });
    const { status, content, body } = await page(app, "/");
    expect([status, firstOf(body)]).toEqual([200, null]);
    expect(content).toContain("Good questions deserve paid answers.");
    expect(content).not.toContain("<dd>");
    await app.close();
  });
});
