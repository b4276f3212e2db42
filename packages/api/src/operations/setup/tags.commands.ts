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
  const names = await knownTags(db);
  const say = (text: string) => translate(language() ?? "en", text);
  const tagSets = TAG_SETS.map(({ id, title, says, tags }) => ({
    id,
    name: say(title),
    description: say(says),
    tags: tags.map(([name, description]) => ({ name, description, added: names.has(name) })),
    added: tags.every(([name]) => names.has(name)),
  }));
  return { tagSets, tagCount: names.size, sendsMail: mailTest.isConfigured };
}

/**
 * Adds the tags of the sets that aren't there yet, and those of the admin's own.
 * @returns the names of the tags that were added
 * @throws AppError VALIDATION_ERROR for an unknown set; TAG_EXISTS for a name that is a tag's, and nothing is added
 */
export async function addTags(
  ctx: MemberContext,
  { sets, names: own }: z.infer<typeof addTagsInput>,
): Promise<string[]> {
  const chosen = TAG_SETS.filter(({ id }) => sets.includes(id));
  if (sets.some((id) => !chosen.some((set) => set.id === id))) throw invalidField("sets", "There is no such set");
  return ctx.db.transaction().execute(async (trx) => {
    await lockTagNames(trx);
    const names = await knownTags(trx);
    const missing = chosen.flatMap(({ tags }) => tags).filter(([name]) => !names.has(name));
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

async function knownTags(db: Kysely<DB>): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ name: string }>`select lower(name) as name from tags`.execute(db);
  return new Set(rows.map(({ name }) => name));
}
