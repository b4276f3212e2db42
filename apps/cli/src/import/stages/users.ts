import type { Database } from "@bbux/db";
import { add, type Counts, type ImportContext, Skip, type Stage } from "../context.ts";
import { lookUp, remember } from "../import-map.ts";
import { createMembers, type Person } from "../members.ts";
import { timeOf } from "../text.ts";

/** Users.xml: members who can claim their account later. */
export const usersStage: Stage<Person & { readonly externalId: string }> = {
  name: "users",
  label: "Members",
  file: "Users.xml",

  prepare(row, { toMarkdown }) {
    const createdAt = timeOf(row.CreationDate);
    if (!row.Id || !createdAt) return new Skip("users without an id or a date");
    const website = row.WebsiteUrl ?? "";
    return {
      externalId: row.Id,
      number: row.Id,
      displayName: row.DisplayName || `user${row.Id}`,
      createdAt,
      ...(row.AboutMe ? { bio: toMarkdown(row.AboutMe).slice(0, 1_000).toWellFormed() } : {}),
      ...(row.Location ? { location: row.Location.slice(0, 100).toWellFormed() } : {}),
      ...(/^https?:\/\/\S+$/.test(website) ? { website } : {}),
    };
  },

  async write(db: Database, items, context: ImportContext, counts: Counts) {
    const { source } = context;
    const known = await lookUp(
      db,
      source,
      "user",
      items.map(({ externalId }) => externalId),
    );
    const people = items.filter(({ externalId }) => !known.has(externalId));
    add(counts.present, "members", items.length - people.length);
    add(counts.imported, "members", people.length);
    const ids = await createMembers(db, context, people);
    await remember(
      db,
      source,
      "user",
      people.map(({ externalId }, i) => ({ externalId, id: ids[i] ?? "" })),
    );
  },
};
