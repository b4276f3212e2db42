import { readdir } from "node:fs/promises";
import { type AddressInfo, connect, type Socket } from "node:net";
import { UNIT } from "@bbux/contract";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTag, createTestApp, TEST_PASSWORD, type TestApp, type TestMember } from "../../testing.ts";
import { answer, ask, call, ok, type Response, refused, untilLocked } from "../support.ts";
import { image } from "../uploads.support.ts";
import { stranger } from "../wallet.support.ts";

// Calls that a session began, and that the end of the session overtakes.

let t: TestApp;
let port: number;
let members = 0;
beforeAll(async () => {
  t = await createTestApp({ env: { SECURITY_HOLD_HOURS: "24" } });
  await createTag(t.database, "money");
  await t.app.listen({ port: 0, host: "127.0.0.1" });
  port = (t.app.server.address() as AddressInfo).port;
});
afterAll(() => t.close());

const rich = () => t.member(`overtaken${members++}`, { balance: 100n * UNIT });
const admin = async () => {
  const member = await rich();
  await t.database.ownerDb.updateTable("users").set({ role: "admin" }).where("id", "=", member.id).execute();
  return member;
};
const question = { title: "How?", content: "Tell me", tags: ["money"], bountyAmount: 9 };

/** Sends a request, but the end of its body: of JSON only the first byte, of others all but the last ten. @returns what sends the rest, and resolves with the response's first line */
async function begin(
  { token }: TestMember,
  method: string,
  path: string,
  body: object | { readonly type: string; readonly bytes: Buffer },
): Promise<() => Promise<string>> {
  const { type, bytes } =
    "bytes" in body ? body : { type: "application/json", bytes: Buffer.from(JSON.stringify(body)) };
  const socket: Socket = connect(port, "127.0.0.1");
  let answer = "";
  socket.setEncoding("utf8").on("data", (part: string) => {
    answer += part;
  });
  const arrived = new Promise<void>((resolve) => t.app.server.once("request", () => resolve()));
  const headers = [
    `${method} /api${path} HTTP/1.1`,
    "host: x",
    `authorization: Bearer ${token}`,
    `content-type: ${type}`,
    `content-length: ${bytes.length}`,
  ];
  socket.write(`${headers.join("\r\n")}\r\n\r\n`);
  const sent = "bytes" in body ? bytes.length - 10 : 1;
  socket.write(bytes.subarray(0, sent));
  await arrived;
  return async () => {
    socket.write(bytes.subarray(sent));
    await expect.poll(() => answer).not.toBe("");
    socket.destroy();
    return answer.split("\r\n")[0] ?? "";
  };
}

const ends = {
  "a new password": async (as: TestMember) => {
    const body = { currentPassword: TEST_PASSWORD, newPassword: "the owner's next password" };
    ok(await call(t, "POST", "/auth/change-password", { as, body }));
  },
  "a freeze": async (as: TestMember) => ok(await call(t, "POST", "/auth/freeze", { as, body: {} })),
};

describe("a body that comes after the session", () => {
  it.each(Object.entries(ends))("does nothing: %s", async (_, end) => {
    const owner = await rich();
    const finish = await begin(owner, "POST", "/posts", question);
    await end(owner);
    expect(await finish()).toBe("HTTP/1.1 401 Unauthorized");
    const { rows } = await sql`select from posts where author_id = ${owner.id}`.execute(t.database.ownerDb);
    expect(rows).toEqual([]);
  });

  it("has the rights that its member has then", async () => {
    const [former, chief, accomplice] = [await admin(), await admin(), await rich()];
    const finish = await begin(former, "PUT", `/admin/users/${accomplice.id}/role`, { role: "admin" });
    ok(await call(t, "PUT", `/admin/users/${former.id}/role`, { as: chief, body: { role: "user" } }));
    expect(await finish()).toBe("HTTP/1.1 403 Forbidden");
  });
});

describe("a file that comes after", () => {
  const overtakes: Record<string, { by: (as: TestMember) => Promise<unknown>; status: string }> = {
    "the session": { by: ends["a freeze"], status: "401 Unauthorized" },
    "a suspension": {
      by: ({ id }) => sql`update users set suspended_at = now() where id = ${id}`.execute(t.database.ownerDb),
      status: "403 Forbidden",
    },
  };
  it.each(Object.entries(overtakes))("%s is not stored", async (_, { by, status }) => {
    const member = await rich();
    const part = [
      "--b",
      'content-disposition: form-data; name="profilePicture"; filename="a.png"',
      "content-type: image/png",
      "",
      "",
    ];
    const bytes = Buffer.concat([Buffer.from(part.join("\r\n")), await image("png"), Buffer.from("\r\n--b--\r\n")]);
    const finish = await begin(member, "POST", "/profile/picture", { type: "multipart/form-data; boundary=b", bytes });
    // Once a file has begun to arrive, the session has been checked.
    await expect.poll(() => readdir(t.services.media.incoming)).not.toEqual([]);
    await by(member);
    expect(await finish()).toBe(`HTTP/1.1 ${status}`);
    const { rows } = await sql`select from uploads where owner_id = ${member.id}`.execute(t.database.ownerDb);
    expect(rows).toEqual([]);
  });
});

describe("a call that waits while its session ends", () => {
  const calls: Record<string, (as: TestMember) => Promise<Response>> = {
    "a withdrawal": (as) =>
      call(t, "POST", "/wallet/withdraw", { as, body: { amount: "5", destinationAddress: stranger() } }),
    "a bounty": (as) => call(t, "POST", "/posts", { as, body: question }),
    "a stake": (as) => call(t, "POST", "/governance/stake", { as, body: { amount: 5 } }),
    "a default address": (as) => call(t, "PUT", "/wallet/withdrawal-address", { as, body: { address: stranger() } }),
    "an allowed address": (as) =>
      call(t, "POST", "/wallet/allow-list/add", { as, body: { address: stranger(), label: "Mine" } }),
    "an allow-list": (as) => call(t, "POST", "/wallet/allow-list/set", { as, body: { on: true } }),
  };
  it.each(Object.entries(calls))("does nothing: %s", async (_, send) => {
    const owner = await rich();
    const sent = await t.database.ownerDb.transaction().execute(async (trx) => {
      await sql`select from wallets where user_id = ${owner.id} for update`.execute(trx);
      const made = send(owner);
      await untilLocked(t);
      await trx.deleteFrom("sessions").where("user_id", "=", owner.id).execute();
      return { made };
    });
    refused(await sent.made, 401, "UNAUTHENTICATED");
  });

  it("does nothing: an accepted answer", async () => {
    const owner = await rich();
    const postId = await ask(t, owner, { bountyAmount: 5 });
    const answerId = await answer(t, await rich(), postId);
    const sent = await t.database.ownerDb.transaction().execute(async (trx) => {
      await sql`select from posts where id = ${postId} for update`.execute(trx);
      const made = call(t, "POST", `/posts/${postId}/answers/${answerId}/accept`, { as: owner });
      await untilLocked(t);
      await trx.deleteFrom("sessions").where("user_id", "=", owner.id).execute();
      return { made };
    });
    refused(await sent.made, 401, "UNAUTHENTICATED");
  });
});
