import { afterAll, beforeAll, expect, it } from "vitest";
import { restRoutes } from "../http/rest.ts";
import {
  appeal,
  type Court,
  close,
  createCourt,
  decide,
  flag,
  hidden,
  judge,
  moderate,
  suspend,
  thing,
  unsuspend,
} from "./moderation.support.ts";
import { ask, call, ok } from "./support.ts";

let court: Court;
beforeAll(async () => {
  court = await createCourt();
});
afterAll(() => court.stop());

it("every act of a moderator is in the audit log that admins read [C6.27]", async () => {
  const { t, asker, milo, reader, root } = court;
  const nora = await judge(t, "nora", "moderator");
  const post = async (title: string) => thing("post", await ask(t, asker, { title }));
  const [fine, wrong] = [await post("Fine"), await post("Wrong")];
  for (const on of [fine, wrong]) ok(await flag(t, reader, on));
  ok(await moderate(t, nora, "dismiss", fine));
  ok(await moderate(t, nora, "uphold", wrong));
  await hidden(t, nora, fine);
  ok(await moderate(t, nora, "restore", fine));
  const hiding = await hidden(t, milo, wrong);
  ok(await appeal(t, asker, hiding));
  ok(await decide(t, nora, hiding, "grant"));
  ok(await close(t, nora, fine.targetId));
  ok(await suspend(t, nora, reader.id));
  ok(await unsuspend(t, nora, reader.id));
  const { entries } = ok(await call(t, "GET", "/admin/audit-log?actor=nora", { as: root }));
  expect(entries.map(({ action }: { action: string }) => action)).toEqual([
    ...["MEMBER_UNSUSPENDED", "MEMBER_SUSPENDED", "POST_CLOSED", "APPEAL_DECIDED"],
    ...["CONTENT_RESTORED", "CONTENT_HIDDEN", "FLAGS_UPHELD", "FLAGS_DISMISSED"],
  ]);
});

it("a moderator has no other way to act; the test of refund appeals reads the log itself [C6.27]", () => {
  const acts = restRoutes().filter(({ method, meta }) => meta.viewer === "moderator" && method !== "GET");
  expect(acts.map(({ name }) => name).sort()).toEqual([
    ...["moderation.closePost", "moderation.decideAppeal", "moderation.dismiss"],
    ...[
      "moderation.freezeWithdrawals",
      "moderation.hide",
      "moderation.removeFile",
      "moderation.restore",
      "moderation.suspend",
      "moderation.unfreezeWithdrawals",
      "moderation.unsuspend",
      "moderation.uphold",
      "refunds.decideAppeal",
      // tag-proposals.test.ts reads the log.
      "tagProposals.approve",
      "tagProposals.decline",
    ],
  ]);
});
