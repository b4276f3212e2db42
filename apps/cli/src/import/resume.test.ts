/** @module-tag proof */

import { spawn } from "node:child_process";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createTestDatabase, type TestDatabase } from "@bbux/db/testing";
import { sql } from "kysely";
import { afterEach, beforeEach, expect, it } from "vitest";
import { importDump, total } from "./run.ts";
import {
  answer,
  comment,
  testContext as context,
  history,
  question,
  silent,
  user,
  votes,
  writeDump,
} from "./testing.ts";
import { verifyImport } from "./verify/verify.ts";

const STAGES = ["users", "questions", "answers", "votes", "comments", "history", "links"];
let base: TestDatabase;
beforeEach(async () => {
  base = await createTestDatabase();
});
afterEach(() => base.drop());

it("an import that is killed halfway resumes where it was", async () => {
  const people = Array.from({ length: 1_500 }, (_, i) => user(i + 1, `Member ${i % 700}`));
  const posts = Array.from({ length: 1_200 }, (_, i) => [
    question(3 * i + 1, `Question ${i}`, `<p>Body $x_${i}$</p>`, {
      AcceptedAnswerId: 3 * i + 2,
      OwnerUserId: (i % 1_500) + 1,
    }),
    answer(3 * i + 2, 3 * i + 1, "<p>Yes</p>", { OwnerUserId: ((7 * i) % 1_500) + 1 }),
    answer(3 * i + 3, 3 * i + 1, "<p>No</p>", { OwnerUserId: "", OwnerDisplayName: `former ${i % 40}` }),
  ]).flat();
  const each = Array.from({ length: 1_200 }, (_, i) => 3 * i + 1);
  const folder = writeDump({
    users: people,
    tags: [{ Id: 1, TagName: "physics", Count: 1_200 }],
    posts,
    votes: each.flatMap((id) => [...votes(id, 2, 4), ...votes(id, 3, 1), ...votes(id + 1, 2, 1)]),
    comments: each.flatMap((id) => [comment(id, id, "Why?", { Score: 1 }), comment(id + 1, id + 2, "No?")]),
    posthistory: [
      ...each.map((id) => history(id, 2, `a${id}`, "First")),
      ...each.map((id) => history(id, 5, `b${id}`, "Second", { CreationDate: "2018-05-01T10:00:00.000" })),
    ],
    postlinks: each.slice(1).map((id) => ({ Id: id, PostId: id, RelatedPostId: 1, LinkTypeId: 1 })),
  });
  for (const stage of STAGES) {
    await killDuring(stage, folder);
  }
  const counts = total(await importDump(base.ownerDb, folder, context, silent));
  expect(counts.imported).toMatchObject({
    members: 1_500,
    questions: 1_200,
    answers: 2_400,
    "accept marks": 1_200,
    comments: 2_400,
    "up-votes, as base counts": 6_000,
    "down-votes, as base counts": 1_200,
    "versions of what was edited": 2_400,
    "links between questions": 1_199,
  });
  expect(counts.present).toEqual({});
  expect((await verifyImport(base.ownerDb, folder, context)).differences).toEqual([]);
  const { rows } = await sql<{ n: string }>`select count(*) as n from users where username like 'former%'`.execute(
    base.db,
  );
  expect(rows).toEqual([{ n: "40" }]);
});

/** Runs the actual command on the test's database and ends it with SIGKILL once the stage has written something. */
async function killDuring(stage: string, folder: string): Promise<void> {
  const main = join(import.meta.dirname, "../main.ts");
  const child = spawn(process.execPath, [main, "import", folder, "--site", "test.example", "--no-attribution"], {
    env: { ...process.env, DATABASE_URL: base.url, DATA_DIR: mkdtempSync(join(tmpdir(), "bbux-cli-")) },
    stdio: "ignore",
  });
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  let over = false;
  void ended.then(() => {
    over = true;
  });
  for (;;) {
    const { rows } = await sql<{ done: string }>`
      select rows_done as done from import_progress where source = 'test.example' and stage = ${stage}
    `.execute(base.ownerDb);
    if (over || Number(rows[0]?.done ?? 0) > 0) break;
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
  child.kill("SIGKILL");
  await ended;
  // The next import would wait for this until it expires, some seconds later.
  await sql`update leases set expires_at = now()`.execute(base.ownerDb);
}
