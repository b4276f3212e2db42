import type { addTagsInput, SetupState } from "@bbux/contract";
import type { DB } from "@bbux/db";
import { type Kysely, sql } from "kysely";
import type { z } from "zod";
import { addTag, lockTagNames, requireNewTag } from "../../content/tags/index.ts";
import { audit } from "../../platform/audit-log/audit.command.ts";
import type { MemberContext } from "../../platform/context/index.ts";
import { invalidField } from "../../platform/errors/errors.ts";
import { translate } from "../../platform/language/index.ts";
import { TAG_SETS } from "./tag-sets.ts";

/** Returns the tag sets in the caller's language, with whether their tags are there, and whether mails leave the machine. */
export async function setupState({ db, mailTest, language }: MemberContext): Promise<SetupState> {
  const taken = await takenNames(db, TAG_SETS);
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from tags`.execute(db);
  const say = (text: string) => translate(language() ?? "en", text);
  const tagSets = TAG_SETS.map(({ id, title, says, tags }) => ({
    id,
    name: say(title),
    description: say(says),
    tags: tags.map(([name, description]) => ({ name, description, added: taken.has(name) })),
    added: tags.every(([name]) => taken.has(name)),
  }));
  return { tagSets, tagCount: rows[0]?.count ?? 0, sendsMail: mailTest.isConfigured };
}

/**
 * Adds the tags of the sets that aren't there yet, and custom ones.
 * @returns the names of the tags that were added
 * @throws AppError VALIDATION_ERROR for an unknown set; TAG_EXISTS if a name is taken; then nothing is added
 */
export async function addTags(
  ctx: MemberContext,
  { sets, names: own }: z.infer<typeof addTagsInput>,
): Promise<string[]> {
  const chosen = TAG_SETS.filter(({ id }) => sets.includes(id));
  if (sets.some((id) => !chosen.some((set) => set.id === id))) throw invalidField("sets", "There is no such set");
  return ctx.db.transaction().execute(async (trx) => {
    await lockTagNames(trx);
    const taken = await takenNames(trx, chosen);
    const missing = chosen.flatMap(({ tags }) => tags).filter(([name]) => !taken.has(name));
    for (const [name, description] of missing) await addTag(trx, { name, description });
    for (const name of own) {
      await requireNewTag(trx, name);
      await addTag(trx, { name });
    }
    const added = [...missing.map(([name]) => name), ...own];
    if (added.length > 0) {
      const at = ctx.now();
      await audit(trx, { actor: ctx.viewer.id, action: "TAGS_ADDED", at, details: { tags: added } });
    }
    return added;
  });
}

/** Returns the names in the sets that are a tag's, or nearly. */
async function takenNames(db: Kysely<DB>, sets: typeof TAG_SETS): Promise<ReadonlySet<string>> {
  const asked = sets.flatMap(({ tags }) => tags.map(([name]) => name));
  const { rows } = await sql<{ name: string }>`
    select name from unnest(${asked}::text[]) as asked (name)
     where exists (select from tags where tag_key(tags.name) = tag_key(asked.name))`.execute(db);
  return new Set(rows.map(({ name }) => name));
}
