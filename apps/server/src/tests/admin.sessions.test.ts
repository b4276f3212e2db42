import { createPasswordReset } from "@bbux/api";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { TestMember } from "../testing.ts";
import { type Court, createCourt } from "./moderation.support.ts";
import { newsOf, openStream } from "./notifications.support.ts";
import { browser, call, ok, refused, refusesField } from "./support.ts";

let court: Court;
beforeAll(async () => {
  court = await createCourt();
});
afterAll(() => court.stop());

const end = (as: TestMember, id: string, reason = "Laptop stolen") =>
  call(court.t, "POST", `/admin/users/${id}/sessions/end`, { as, body: { reason } });

describe("an admin who ends a member's sessions", () => {
  it("ends browsers, tokens, reset links and open streams; the member signs in again and reads why", async () => {
    const { t, root, helper } = court;
    const origin = await t.listen();
    const cookie = await browser(t, helper);
    const link = await createPasswordReset(t.database.db, helper.email, new Date());
    const stream = await openStream(origin, helper.headers);
    await stream.next();

    const answer = ok(await end(root, helper.id));
    expect(answer).toEqual({ success: true, username: "helper", ended: 3 });
    refused(await call(t, "GET", "/auth/me", { as: helper }), 401, "UNAUTHENTICATED");
    refused(await call(t, "GET", "/auth/me", { headers: cookie }), 401, "UNAUTHENTICATED");
    const body = { refreshToken: helper.refreshToken };
    refused(await call(t, "POST", "/auth/refresh", { body }), 401, "UNAUTHENTICATED");
    const reset = { token: link?.token, newPassword: "another fine password" };
    refused(await call(t, "POST", "/auth/reset-password", { body: reset }), 400, "RESET_LINK_INVALID");
    await stream.ended();

    const again = await browser(t, helper);
    const [latest] = ok(await call(t, "GET", "/notifications", { headers: again }));
    expect(latest).toMatchObject({
      title: "You were signed out",
      message: "An admin ended all your sessions: Laptop stolen",
      navigation: { url: "/settings?tab=security" },
    });
    const { entries } = ok(await call(t, "GET", "/admin/audit-log?action=SESSIONS_ENDED", { as: root }));
    expect(entries[0]).toMatchObject({
      actor: "root_admin",
      subject: "helper",
      reason: "Laptop stolen",
      details: { ended: 3 },
    });
  });

  it("keeps the current one of their own", async () => {
    const { t, root } = court;
    const other = await browser(t, root);
    expect(ok(await end(root, "ROOT_ADMIN")).ended).toBe(2);
    refused(await call(t, "GET", "/auth/me", { headers: other }), 401, "UNAUTHENTICATED");
    ok(await call(t, "GET", "/auth/me", { as: root }));
  });

  it("must say why, and name a member", async () => {
    refusesField(await end(court.root, court.reader.id, ""), "reason");
    refused(await end(court.root, "nobody_here"), 404, "NOT_FOUND");
  });
});

it("a moderator can't end a member's sessions, nor can the member's own call reach another's", async () => {
  for (const as of [court.mona, court.reader]) refused(await end(as, court.asker.id), 403, "FORBIDDEN");
  expect((await newsOf(court.t, court.asker)).map(({ title }) => title)).not.toContain("You were signed out");
});
