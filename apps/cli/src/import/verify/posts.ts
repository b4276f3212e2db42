import { listPosts } from "@bbux/api/operator";
import { listPostsInput } from "@bbux/contract";
import type { Database } from "@bbux/db";
import { sql } from "kysely";
import { type ImportContext, Skip } from "../context.ts";
import { findFile, type Row } from "../dump.ts";
import { lookUp } from "../import-map.ts";
import { answersStage } from "../stages/answers.ts";
import { questionsStage } from "../stages/questions.ts";
import { parseTags } from "../tags.ts";
import { batchesOf } from "./batches.ts";
import type { Verification } from "./verification.ts";

const SAMPLES = 100;

/**
 * Reads the dump again and compares it with the platform: questions, answers, each accept mark, each tag's use, and whether
 * search finds questions by their titles. Whatever the import leaves out by rule is left out here, too.
 */
export async function verifyPosts(db: Database, folder: string, context: ImportContext): Promise<Verification> {
  const { source } = context;
  const dump = { questions: 0, answers: 0, accepted: 0 };
  const found = { questions: 0, answers: 0, accepted: 0 };
  const tags = new Map<string, number>();
  const titles: { externalId: string; title: string }[] = [];
  const differences: string[] = [];

  for await (const rows of batchesOf(findFile(folder, "Posts.xml"))) {
    const questions = rows.filter((row) => row.PostTypeId === "1");
    const answers = rows.filter((row) => row.PostTypeId === "2");
    const parents = await lookUp(
      db,
      source,
      "question",
      answers.map((row) => row.ParentId ?? ""),
    );
    const mine = {
      questions: questions.filter((row) => !(questionsStage.prepare(row, context) instanceof Skip)),
      answers: answers.filter(
        (row) => parents.has(row.ParentId ?? "") && !(answersStage.prepare(row, context) instanceof Skip),
      ),
    };
    dump.questions += mine.questions.length;
    dump.answers += mine.answers.length;
    found.questions += await existing(db, source, "question", mine.questions);
    found.answers += await existing(db, source, "answer", mine.answers);
    const marks = await compareMarks(db, source, mine.questions);
    dump.accepted += marks.expected;
    found.accepted += marks.expected - marks.wrong.length;
    differences.push(...marks.wrong);
    for (const row of mine.questions) {
      for (const tag of parseTags(row.Tags)) tags.set(tag.toLowerCase(), (tags.get(tag.toLowerCase()) ?? 0) + 1);
      titles.push({ externalId: row.Id ?? "", title: row.Title ?? "" });
    }
    // A bounded sample spread over the file: when it grows too large, every other title is dropped.
    while (titles.length > 2 * SAMPLES) titles.splice(0, titles.length, ...titles.filter((_, i) => i % 2 === 0));
  }

  for (const kind of ["questions", "answers"] as const) {
    if (dump[kind] !== found[kind])
      differences.push(`${kind}: ${dump[kind]} in the dump, ${found[kind]} on the platform`);
  }
  differences.push(...(await wrongTags(db, source, tags)));
  const missed = await missedBySearch(db, source, titles);
  differences.push(...missed);
  return {
    checked: [
      `${found.questions} of ${dump.questions} questions`,
      `${found.answers} of ${dump.answers} answers`,
      `${found.accepted} of ${dump.accepted} accept marks, each on its answer`,
      `counts of ${tags.size} tags`,
      `${titles.length - missed.length} of ${titles.length} titles found by search`,
    ],
    differences,
  };
}

async function existing(
  db: Database,
  source: string,
  kind: "question" | "answer",
  rows: readonly Row[],
): Promise<number> {
  const ids = await lookUp(
    db,
    source,
    kind,
    rows.map((row) => row.Id ?? ""),
  );
  const table = kind === "question" ? "posts" : "answers";
  const { rows: result } = await sql<{ n: string }>`
    select count(*) as n from ${sql.table(table)} where id = any(${[...ids.values()]}::bigint[])
  `.execute(db);
  return Number(result[0]?.n ?? 0);
}

/** A question whose accepted answer is missing from the dump has no mark, by rule. */
async function compareMarks(db: Database, source: string, questions: readonly Row[]) {
  const ids = await lookUp(
    db,
    source,
    "question",
    questions.map((row) => row.Id ?? ""),
  );
  const answers = await lookUp(
    db,
    source,
    "answer",
    questions.flatMap((row) => row.AcceptedAnswerId ?? []),
  );
  const { rows } = await sql<{ id: string; answer: string | null; status: string }>`
    select id, accepted_answer_id as answer, status from posts where id = any(${[...ids.values()]}::bigint[])
  `.execute(db);
  const posts = new Map(rows.map((row) => [row.id, row]));
  let expected = 0;
  const wrong: string[] = [];
  for (const row of questions) {
    const post = posts.get(ids.get(row.Id ?? "") ?? "");
    const answer = answers.get(row.AcceptedAnswerId ?? "") ?? null;
    const status = answer ? "COMPLETED" : row.ClosedDate ? "CLOSED" : "OPEN";
    if (answer) expected += 1;
    if (!post) continue;
    if (post.answer !== answer) {
      wrong.push(`question ${row.Id}: the accept mark is on ${post.answer ?? "none"}, not on ${answer ?? "none"}`);
    } else if (post.status !== status) wrong.push(`question ${row.Id}: it is ${post.status}, not ${status}`);
  }
  return { expected, wrong };
}

async function wrongTags(db: Database, source: string, dump: ReadonlyMap<string, number>): Promise<string[]> {
  const { rows } = await sql<{ name: string; here: number }>`
    select lower(t.name) as name, (
      select count(*)::int from post_tags pt where pt.tag_id = t.id and exists (
        select from import_map m where m.id = pt.post_id and m.source = ${source} and m.kind = 'question')) as here
    from tags t
  `.execute(db);
  const byName = new Map(rows.map((row) => [row.name, row.here]));
  return [...dump]
    .filter(([name, n]) => (byName.get(name) ?? 0) !== n)
    .map(([name, n]) => `tag ${name}: ${n} questions in the dump, ${byName.get(name) ?? 0} on the platform`);
}

/** Searches for each title through the feed, like a reader would. A title of a few common words may be hard to find that way. */
async function missedBySearch(
  db: Database,
  source: string,
  titles: readonly { externalId: string; title: string }[],
): Promise<string[]> {
  const ids = await lookUp(
    db,
    source,
    "question",
    titles.map(({ externalId }) => externalId),
  );
  const missed: string[] = [];
  for (const { externalId, title } of titles) {
    const words = searchWords(title);
    const { posts } = await listPosts(db, listPostsInput.parse({ search: words, limit: 100 }), new Date());
    if (!posts.some((post) => post.id === ids.get(externalId)))
      missed.push(`search for "${words}" does not find question ${externalId}`);
  }
  return missed;
}

/** A title as a reader would paste it, without what the search treats as operators: quotes, a leading minus, "or". */
function searchWords(title: string): string {
  const plain = title.replace(/["“”]/g, " ").split(/\s+/);
  const words = plain
    .map((word) => word.replace(/^-+/, ""))
    .filter((word) => word !== "" && word.toLowerCase() !== "or");
  return words.join(" ").slice(0, 200);
}
