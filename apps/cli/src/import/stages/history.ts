import type { Database } from "@bbux/db";
import { sql } from "kysely";
import { add, type ImportContext, type Stage } from "../context.ts";
import { type Act, actsOf, type HistoryRow, historyRow } from "../history/acts.ts";
import { loadSubjects, type Subject, saveVersions, type Version } from "../history/versions.ts";
import { lookUp } from "../import-map.ts";
import { attribution } from "../licence.ts";
import { closeTargets, findTargets, openTargets } from "../targets.ts";

/** PostHistory.xml: every version of edited questions and answers. The last one is the current text. */
export const historyStage: Stage<HistoryRow> = {
  name: "history",
  label: "History",
  file: "PostHistory.xml",
  missing: "edits have no history",

  prepare: (row, { fromSource }) => historyRow(row, fromSource),

  async begin(db, { source }) {
    await sql`
      delete from revisions where target_id in (${openTargets(source, "history")})
        and created_at < (select updated_at from import_progress where source = ${source} and stage = 'history')`.execute(
      db,
    );
  },

  async write(db, rows, context, counts) {
    const { source } = context;
    const acts = actsOf(rows);
    const targets = await findTargets(
      db,
      source,
      "history",
      acts.map(({ postId }) => postId),
    );
    const ids = [...targets.values()].filter(({ open }) => open).map(({ id }) => id);
    const subjects = await loadSubjects(db, source, ids);
    const editorOf = await findEditors(db, context, acts);
    const versions = new Map<string, Version>();
    for (const act of acts) {
      const target = targets.get(act.postId);
      const subject = target && subjects.get(target.id);
      if (!target) add(counts.skipped, "history of posts that are not in the dump");
      else if (!target.open || !subject) add(counts.present, "history of what was here already");
      else if (!versions.has(keyOf(subject)) && (subject.createdAt ?? "") > act.createdAt) {
        add(counts.skipped, "history of what was edited here already");
      } else {
        const editor = editorOf(act);
        // The rest of an edit whose first rows came with the previous batch.
        const isRest =
          !versions.has(keyOf(subject)) && subject.createdAt === act.createdAt && subject.editor === editor;
        const number = isRest ? subject.number : subject.number + 1;
        const version = { ...versionOf(subject, act, editor, context), target_kind: target.kind, number };
        const next = { ...subject, ...version, createdAt: version.created_at, editor: version.author_id };
        versions.set(keyOf(next), version);
        subjects.set(subject.id, next);
      }
    }
    await saveVersions(db, [...versions.values()]);
  },

  /** Unedited texts have no versions; the last version matches the post, including title and credit. */
  async finish(db, { source }, counts) {
    const open = openTargets(source, "history");
    await sql`
      delete from revisions r where r.number = 1 and r.target_id in (${open})
        and not exists (select from revisions l where l.target_id = r.target_id and l.number = 2)`.execute(db);
    await sql`
      with latest as (
        select distinct on (target_id) id, target_id, created_at from revisions
        where target_id in (${open}) order by target_id, number desc
      ), questions as (
        update posts p set edited_at = l.created_at from latest l where p.id = l.target_id and p.edited_at is null
      ), answered as (
        update answers a set edited_at = l.created_at from latest l where a.id = l.target_id and a.edited_at is null
      )
      update revisions r set title = p.title, content = coalesce(p.content, a.content)
      from latest l left join posts p on p.id = l.target_id left join answers a on a.id = l.target_id
      where r.id = l.id`.execute(db);
    const { rows } = await sql<{ n: string; edited: string }>`
      select count(*) as n, count(distinct target_id) as edited from revisions where target_id in (${open})`.execute(
      db,
    );
    add(counts.imported, "versions of what was edited", Number(rows[0]?.n ?? 0));
    add(counts.imported, "questions and answers with a history", Number(rows[0]?.edited ?? 0));
    await closeTargets(db, source, "history");
  },
};

const keyOf = ({ id, number }: Pick<Subject, "id" | "number">) => `${id}/${number}`;

/** The version that results from applying an edit to the previous one. */
function versionOf(
  before: Subject,
  { change, createdAt, comment, displayName }: Act,
  editor: string | null,
  { attribution: isCredited, site }: ImportContext,
): Omit<Version, "target_kind" | "number"> {
  const credit = isCredited && site ? `\n\n${attribution({ ...before, site })}` : "";
  const said = editor === null && displayName ? `By ${displayName}${comment === "" ? "" : `: ${comment}`}` : comment;
  return {
    target_id: before.id,
    author_id: editor,
    title: before.title === null ? null : (change.title ?? before.title),
    content: change.content === undefined ? before.content : `${change.content}${credit}`,
    tags: change.tags ?? before.tags,
    comment: said === "" ? null : said,
    created_at: createdAt,
  };
}

/** Members who edited, and former members who have an account because they also wrote something. */
async function findEditors(
  db: Database,
  { source }: ImportContext,
  acts: readonly Act[],
): Promise<(act: Act) => string | null> {
  const users = await lookUp(
    db,
    source,
    "user",
    acts.flatMap(({ userId }) => userId ?? []),
  );
  const former = await lookUp(
    db,
    source,
    "former-member",
    acts.flatMap(({ displayName }) => displayName ?? []),
  );
  return ({ userId, displayName }) =>
    users.get(userId ?? "") ?? (displayName === undefined ? undefined : former.get(displayName)) ?? null;
}
