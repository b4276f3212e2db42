import { decideDueRefunds, settleBounties } from "@bbux/api";
import { auditBounties } from "@bbux/api/operator";
import { REFUND_STATUSES, refundRequest } from "@bbux/contract";
import { CompiledQuery, sql } from "kysely";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { z } from "zod";
import { appeal, createRefundWorld, expectCleanBooks, type RefundWorld, vote } from "./refunds.support.ts";
import { call, ok, refusesField } from "./support.ts";

let w: RefundWorld;
/** One request in each state, oldest first. */
const made: Record<"rejected" | "appealed" | "completed" | "expired" | "pending", string> = {
  rejected: "",
  appealed: "",
  completed: "",
  expired: "",
  pending: "",
};
beforeAll(async () => {
  w = await createRefundWorld({ electors: 2 });
  await w.requireVotes(1);
  for (const [name, how] of [
    ["rejected", "reject"],
    ["appealed", "reject"],
    ["completed", "approve"],
  ] as const) {
    const { id } = await w.reviewed();
    ok(await vote(w.t, w.voter(0), id, how));
    made[name] = id;
  }
  ok(await appeal(w.t, w.asker, made.appealed));
  made.expired = (await w.requested()).id;
  const decided = { status: "EXPIRED", decided_at: w.t.services.now() };
  await w.t.database.ownerDb.updateTable("refund_requests").set(decided).where("id", "=", made.expired).execute();
  made.pending = (await w.requested()).id;
});
afterAll(async () => {
  await expectCleanBooks(w.t);
  await w.t.close();
});

const list = (query = "", as = w.voter(0)) => call(w.t, "GET", `/refund-requests${query}`, { as });
const idsOf = async (query: string) => ok(await list(query)).map(({ id }: { id: string }) => id);
const views = async () =>
  (await sql<{ n: number }>`select count(*)::int as n from refund_views`.execute(w.t.database.ownerDb)).rows[0]?.n;

describe("the list", () => {
  it("is an array, newest first, in pages, with its total in X-Total-Count [M7.24 M7.50]", async () => {
    const all = [made.pending, made.expired, made.completed, made.appealed, made.rejected];
    const whole = await list();
    expect(whole.headers["x-total-count"]).toBe("5");
    const requests = ok(whole);
    expect(requests.map(({ id }: { id: string }) => id)).toEqual(all);
    for (const one of requests) expect(() => refundRequest.strict().parse(one)).not.toThrow();
    const second = await list("?page=2&limit=2");
    expect(second.headers["x-total-count"]).toBe("5");
    expect(ok(second).map(({ id }: { id: string }) => id)).toEqual(all.slice(2, 4));
    const beyond = await list("?page=9");
    expect([ok(beyond), beyond.headers["x-total-count"]]).toEqual([[], "5"]);
  });

  it("accepts a status in any case: approved includes COMPLETED, rejected includes EXPIRED [M7.50 M4.23]", async () => {
    const { pending, expired, completed, appealed, rejected } = made;
    expect(await idsOf("?status=pending")).toEqual([pending]);
    expect(await idsOf("?status=PENDING")).toEqual([pending]);
    expect(await idsOf("?status=approved")).toEqual([completed]);
    expect(await idsOf("?status=Rejected")).toEqual([expired, appealed, rejected]);
    expect(await idsOf("?status=completed")).toEqual([completed]);
    expect(await idsOf("?status=expired")).toEqual([expired]);
    expect(await idsOf("?status=appealed")).toEqual([appealed]);
    const statuses = ok(await list()).map(({ status }: { status: string }) => status);
    expect(statuses).toEqual(["PENDING", "EXPIRED", "COMPLETED", "REJECTED", "REJECTED"]);
    expect(REFUND_STATUSES).toEqual(["PENDING", "APPROVED", "REJECTED", "COMPLETED", "EXPIRED"]);
    const cancelled = w.t.database.ownerDb.updateTable("refund_requests").set({ status: "CANCELED" });
    await expect(cancelled.where("id", "=", pending).execute()).rejects.toThrow("may not go from PENDING to CANCELED");
  });

  it("shows the caller only their own, or only other members'", async () => {
    const all = await idsOf("");
    const ofAsker = ok(await list("?mine=true", w.asker)).map(({ id }: { id: string }) => id);
    expect(ofAsker).toEqual(all);
    expect((await list("?mine=true&status=pending", w.asker)).headers["x-total-count"]).toBe("1");
    expect(ok(await list("?mine=false", w.asker))).toEqual([]);
    expect([await idsOf("?mine=true"), await idsOf("?mine=false")]).toEqual([[], all]);
  });

  it("filters by post, and refuses an invalid status or page", async () => {
    const [{ postId }] = ok(await list("?limit=1"));
    expect(await idsOf(`?postId=${postId}`)).toEqual([made.pending]);
    const none = await list("?postId=x");
    expect([ok(none), none.headers["x-total-count"]]).toEqual([[], "0"]);
    refusesField(await list("?status=maybe"), "status");
    refusesField(await list("?limit=101"), "limit");
    refusesField(await list("?page=0"), "page");
  });
});

describe("reading a request", () => {
  it("records only when a member first saw someone else's open request, once", async () => {
    const reader = await w.t.member("reader");
    const before = await views();
    for (let n = 0; n < 3; n++) ok(await list("", reader));
    ok(await call(w.t, "GET", `/refund-requests/${made.pending}`, { as: reader }));
    ok(await call(w.t, "GET", `/refund-requests/${made.rejected}/votes`, { as: reader }));
    ok(await list("", w.asker));
    const { rows } = await sql<{ request: string; viewer: string }>`
      select request_id::text as request, viewer_id::text as viewer from refund_views
       where request_id = ${made.pending} and viewer_id in (${reader.id}, ${w.asker.id})`.execute(w.t.database.ownerDb);
    expect(rows).toEqual([{ request: made.pending, viewer: reader.id }]);
    expect(await views()).toBe((before ?? 0) + 1);
  });

  it("works even if that can't be recorded", async () => {
    const reader = await w.t.member("reader2");
    await sql`revoke insert on refund_views from bbux_app`.execute(w.t.database.ownerDb);
    const [shown] = ok(await list("?status=pending", reader));
    expect(shown.hindrances).toContainEqual(expect.objectContaining({ code: "VOTE_REVIEW_TIME" }));
    await sql`grant insert on refund_views to bbux_app`.execute(w.t.database.ownerDb);
  });
});

describe("with many requests", () => {
  const MANY = 20_000;
  beforeAll(async () => {
    const { ownerDb } = w.t.database;
    await sql`
      with p as (
        insert into posts (author_id, title, content, excerpt, bounty_amount, bounty_status, status, bounty_expires_at, created_at)
        select ${w.asker.id}, 'Post ' || n, 'x', 'x', 10000000, 'REFUNDED', 'CLOSED', now() - interval '2 days',
          now() - n * interval '1 minute' from generate_series(1, ${MANY}) n
        returning id, author_id, created_at
      )
      insert into refund_requests (post_id, user_id, reason, amount, status, required_votes, created_at, expires_at,
        updated_at, decided_at)
      select id, author_id, 'because', 10000000, (array['COMPLETED', 'REJECTED', 'EXPIRED', 'COMPLETED'])[1 + id % 4], 5,
        created_at, created_at + interval '2 days', created_at, created_at + interval '1 day' from p`.execute(ownerDb);
    await sql`
      insert into refund_votes (request_id, voter_id, approve, reason, created_at)
      select id, ${w.voter(1).id}, true, 'x', created_at from refund_requests where reason = 'because'`.execute(
      ownerDb,
    );
    await sql`vacuum analyze posts, refund_requests, refund_votes, refund_views`.execute(ownerDb);
  });

  it("has 20 per page unless limit says otherwise, and at most 100 [M7.50]", async () => {
    const [first, second] = [await idsOf(""), await idsOf("?page=2")];
    expect([first.length, second.length, (await idsOf("?limit=100")).length]).toEqual([20, 20, 100]);
    expect([...first, ...second]).toEqual(await idsOf("?limit=40"));
    refusesField(await list("?limit=101"), "limit");
  });

  it.each([
    ["", 4],
    ["?status=pending", 4],
    ["?status=approved", 3],
    ["?status=rejected", 3],
    ["?status=appealed", 3],
    ["?page=900", 3],
  ])("a page %s takes at most %i statements, and scans no table for what it shows", async (query, most) => {
    const reader = await w.t.member(`pages${most}${query.replace(/\W/g, "")}`);
    const asked = await statementsOf(() => list(query, reader));
    // Counts may scan; the session lookup is part of any call.
    const own = asked.filter(({ text }) => text.includes("refund_"));
    expect(own.length).toBeLessThanOrEqual(most);
    expect(own.length).toBeGreaterThan(1);
    for (const { text, values } of own.filter((one) => !/count\(\*\)::int as n/.test(one.text))) {
      const plan = JSON.stringify(await explain(text, values));
      for (const table of ["posts", "refund_requests", "refund_votes"]) {
        expect(plan).not.toMatch(new RegExp(`"Node Type":"Seq Scan"[^}]*"Relation Name":"${table}"`));
      }
    }
  });

  it("the jobs and the audit find due requests in the indexes of open ones", async () => {
    const asked = await statementsOf(async () => {
      await decideDueRefunds(w.t.services);
      await settleBounties(w.t.services);
      await auditBounties(w.t.database.db, w.t.services.now());
    });
    const due = asked.filter(({ text }) => /refund_requests|settles_at/.test(text));
    expect(due.length).toBeGreaterThanOrEqual(3);
    for (const { text, values } of due) {
      const plan = JSON.stringify(await explain(text, values));
      expect(plan).not.toMatch(/"Node Type":"Seq Scan"[^}]*"Relation Name":"(posts|refund_requests)"/);
    }
  });
});

interface Asked {
  readonly text: string;
  readonly values: readonly unknown[];
}

/** The statements that PostgreSQL receives in the meantime, over any connection. */
async function statementsOf(work: () => Promise<unknown>): Promise<readonly Asked[]> {
  const query = vi.spyOn(pg.Client.prototype, "query");
  try {
    await work();
    return query.mock.calls.map(([first, second]) => {
      const { text, values } = z
        .object({ text: z.string(), values: z.array(z.unknown()).optional() })
        .parse(typeof first === "string" ? { text: first, values: second ?? [] } : first);
      return { text, values: values ?? [] };
    });
  } finally {
    query.mockRestore();
  }
}

async function explain(text: string, values: readonly unknown[]): Promise<unknown> {
  const { rows } = await w.t.database.ownerDb.executeQuery(
    CompiledQuery.raw(`explain (format json) ${text}`, [...values]),
  );
  return rows;
}
