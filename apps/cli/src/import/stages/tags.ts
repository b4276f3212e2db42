import type { Database } from "@bbux/db";
import { add, type Counts, type ImportContext, Skip, type Stage } from "../context.ts";
import { lookUp, remember } from "../import-map.ts";
import { tagIds } from "../tags.ts";

/** Tags.xml. A tag's description is an excerpt among the posts, which later stages fill in. */
export const tagsStage: Stage<{ externalId: string; name: string; excerptId: string | undefined }> = {
  name: "tags",
  label: "Tags",
  file: "Tags.xml",

  prepare(row) {
    const name = row.TagName ?? "";
    if (!row.Id || name === "" || name.length > 64)
      return new Skip("tags without a name, or with one over 64 characters");
    return { externalId: row.Id, name, excerptId: row.ExcerptPostId };
  },

  async write(db: Database, items, { source }: ImportContext, counts: Counts) {
    const known = await lookUp(
      db,
      source,
      "tag",
      items.map(({ externalId }) => externalId),
    );
    const fresh = items.filter(({ externalId }) => !known.has(externalId));
    const before = counts.imported.tags ?? 0;
    const ids = await tagIds(
      db,
      fresh.map(({ name }) => name),
      counts,
    );
    add(counts.present, "tags", items.length - ((counts.imported.tags ?? 0) - before));
    const idOf = (name: string) => ids.get(name.toLowerCase()) ?? "";
    await remember(
      db,
      source,
      "tag",
      fresh.map(({ externalId, name }) => ({ externalId, id: idOf(name) })),
    );
    await remember(
      db,
      source,
      "tag-excerpt",
      fresh.flatMap(({ excerptId, name }) => (excerptId ? [{ externalId: excerptId, id: idOf(name) }] : [])),
    );
  },
};
