import { sql } from "kysely";
import { add, Skip, type Stage } from "../context.ts";
import { lookUp } from "../import-map.ts";

interface Link {
  readonly from: string;
  readonly to: string;
  readonly kind: "linked" | "duplicate";
}

const KINDS: Record<string, Link["kind"]> = { "1": "linked", "3": "duplicate" };

/** PostLinks.xml: related questions, and those closed as duplicates. */
export const linksStage: Stage<Link> = {
  name: "links",
  label: "Links",
  file: "PostLinks.xml",
  missing: "posts are not linked to each other",

  prepare(row) {
    const kind = KINDS[row.LinkTypeId ?? ""];
    if (!kind) return new Skip(`links of the unknown type ${row.LinkTypeId || "(none)"}`);
    if (!row.PostId || !row.RelatedPostId || row.PostId === row.RelatedPostId) return new Skip("links to nothing else");
    return { from: row.PostId, to: row.RelatedPostId, kind };
  },

  async write(db, links, { source }, counts) {
    const posts = await lookUp(
      db,
      source,
      "question",
      links.flatMap(({ from, to }) => [from, to]),
    );
    const rows = links.flatMap(({ from, to, kind }) =>
      posts.has(from) && posts.has(to) ? [{ post_id: posts.get(from), related_post_id: posts.get(to), kind }] : [],
    );
    add(counts.skipped, "links with an end that is not in the dump", links.length - rows.length);
    if (rows.length === 0) return;
    const { numAffectedRows } = await sql`
      insert into post_links (post_id, related_post_id, kind)
      select * from json_to_recordset(${JSON.stringify(rows)}::json)
        as r (post_id bigint, related_post_id bigint, kind text)
      on conflict do nothing`.execute(db);
    const added = Number(numAffectedRows ?? 0);
    add(counts.imported, "links between questions", added);
    add(counts.present, "links between questions", rows.length - added);
  },
};
