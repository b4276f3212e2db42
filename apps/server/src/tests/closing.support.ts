import { finishClosings } from "@bbux/api";
import { sql } from "kysely";
import type { TestApp, TestMember } from "../testing.ts";
import { call, ok } from "./support.ts";

/** Closes an account, also one that can be kept for some days. */
export async function closeForGood(t: TestApp, member: TestMember): Promise<void> {
  ok(await call(t, "POST", "/auth/delete-account", { as: member, body: { password: member.password } }));
  await endDays(t, member);
  await finishClosings(t.services);
}

/** Lets the days pass in which an account that is about to be closed can be kept, on the database's clock. */
export async function endDays({ database }: TestApp, { id }: Pick<TestMember, "id">): Promise<void> {
  await sql`update users set closes_at = date_trunc('milliseconds', clock_timestamp()) where id = ${id} and closes_at is not null`.execute(
    database.ownerDb,
  );
}
