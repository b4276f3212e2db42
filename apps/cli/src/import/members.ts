import type { Database } from "@bbux/db";
import { sql } from "kysely";
import { add, type Counts, type ImportContext } from "./context.ts";
import { distinct, lookUp, nextIds, remember } from "./import-map.ts";
import { usernames } from "./names.ts";

export interface Person {
  readonly displayName: string;
  /** Distinguishes people of the same name: their id in the dump, or empty. */
  readonly number: string;
  /** ISO 8601. */
  readonly createdAt: string;
  readonly bio?: string;
  readonly location?: string;
  readonly website?: string;
}

/**
 * Creates accounts without email or password, which nobody can sign in to until they are claimed. The name people knew them by
 * stays in the profile.
 * @returns their ids, in the order of `people`
 */
export async function createMembers(
  db: Database,
  context: ImportContext,
  people: readonly Person[],
): Promise<string[]> {
  const ids = await nextIds(db, people.length);
  const addresses = await context.depositAddresses(ids);
  let waiting = people.map((person, i) => ({
    id: ids[i] ?? "",
    ...(addresses[i] ?? { address: "", version: 1 }),
    person,
    names: usernames(person.displayName, person.number),
  }));
  while (waiting.length > 0) {
    const rows = waiting.map(({ id, address, version, person, names }) => ({
      id,
      username: names.next().value,
      solana_address: address,
      address_version: version,
      profile: {
        firstName: person.displayName.slice(0, 100).toWellFormed(),
        bio: person.bio,
        location: person.location,
        website: person.website,
      },
      created_at: person.createdAt,
    }));
    const { rows: created } = await sql<{ id: string }>`
      insert into users (id, username, solana_address, address_version, profile, created_at)
      select * from json_to_recordset(${JSON.stringify(rows)}::json)
        as r (id bigint, username text, solana_address text, address_version integer, profile jsonb, created_at timestamptz)
      on conflict ((lower(username))) do nothing returning id
    `.execute(db);
    const done = new Set(created.map((row) => row.id));
    waiting = waiting.filter(({ id }) => !done.has(id));
  }
  return ids;
}

/** A row's author as the dump states it. */
export interface Authorship {
  readonly userId: string | undefined;
  readonly displayName: string | undefined;
  readonly createdAt: string;
}

/** The author's name, even if they aren't among the dump's users. */
export function authorName({ userId, displayName }: Omit<Authorship, "createdAt">): string {
  return (displayName || (userId ? `user${userId}` : "deleted user")).slice(0, 200).toWellFormed();
}

/**
 * The members who wrote these rows. Authors who left the site and have only a name get an account of that name: one per
 * name, and one for all who left without a name.
 * @returns a function from authorship to our id
 */
export async function findAuthors(
  db: Database,
  context: ImportContext,
  rows: readonly Authorship[],
  counts: Counts,
): Promise<(row: Authorship) => string> {
  const { source } = context;
  const users = await lookUp(
    db,
    source,
    "user",
    rows.flatMap(({ userId }) => userId ?? []),
  );
  const isKnown = ({ userId }: Authorship) => userId !== undefined && users.has(userId);
  const strangers = distinct(
    rows.filter((row) => !isKnown(row)),
    authorName,
  );
  const former = await lookUp(db, source, "former-member", strangers.map(authorName));
  const missing = strangers.filter((row) => !former.has(authorName(row)));
  if (missing.length > 0) {
    const people = missing.map((row) => ({ displayName: authorName(row), number: "", createdAt: row.createdAt }));
    const ids = await createMembers(db, context, people);
    people.forEach(({ displayName }, i) => {
      former.set(displayName, ids[i] ?? "");
    });
    await remember(
      db,
      source,
      "former-member",
      people.map(({ displayName }, i) => ({ externalId: displayName, id: ids[i] ?? "" })),
    );
    add(counts.imported, "members who had left", people.length);
  }
  return (row) => (row.userId === undefined ? undefined : users.get(row.userId)) ?? former.get(authorName(row)) ?? "";
}
