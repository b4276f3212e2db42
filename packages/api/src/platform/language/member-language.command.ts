import { type InterfaceLanguage, isInterfaceLanguage } from "@bbux/contract";
import type { DB } from "@bbux/db";
import { type Kysely, sql } from "kysely";
import { z } from "zod";
import type { Context } from "../context/index.ts";

const stored = z.object({ language: z.string().nullish() }).catch({});

/** The language of a member's mails, from their stored settings; English until they have chosen or signed in with another. */
export function languageOfMember(settings: unknown): InterfaceLanguage {
  const { language } = stored.parse(settings);
  return language && isInterfaceLanguage(language) ? language : "en";
}

const setLanguage = (language: InterfaceLanguage) =>
  sql`update users set settings = settings || ${JSON.stringify({ language })}::jsonb`;

/** Keeps the language that a member reads, for mails. @returns false if the member has left */
export async function keepLanguage(db: Kysely<DB>, userId: string, language: InterfaceLanguage): Promise<boolean> {
  const kept = sql`${setLanguage(language)} where id = ${userId} and deleted_at is null`;
  const { numAffectedRows } = await kept.execute(db);
  return numAffectedRows === 1n;
}

/** Keeps the language of a member's browser, if the caller has one. */
export async function noteLanguage(db: Kysely<DB>, caller: Pick<Context, "language">, userId: string): Promise<void> {
  const language = caller.language();
  if (language === null) return;
  const isNew = sql`coalesce(settings->>'language', 'en') <> ${language}`;
  await sql`${setLanguage(language)} where id = ${userId} and ${isNew}`.execute(db);
}
