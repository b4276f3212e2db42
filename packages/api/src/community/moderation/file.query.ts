import type { fileInput, fileOutput } from "@bbux/contract";
import type { DB } from "@bbux/db";
import type { Kysely } from "kysely";
import type { z } from "zod";
import { hasInterestInFile } from "../../content/posts/index.ts";
import { ownAccounts } from "../../people/established/index.ts";
import { findFile, type StoredFile } from "../../people/uploads/index.ts";
import type { CallContext, MemberContext } from "../../platform/context/index.ts";
import { type Judge, mayRemoveFile } from "./moderation.rules.ts";

/** Returns whether a moderator removed a file and whether the caller may. */
export async function getFileState(
  { db, viewer, ...needs }: Pick<CallContext, "db" | "viewer" | "now" | "parameterDefaults" | "verifiesEmail">,
  input: z.infer<typeof fileInput>,
): Promise<z.infer<typeof fileOutput>> {
  const file = await findFile(db, input.file);
  if (!file) return { removed: false, mayRemove: false };
  const mayRemove =
    viewer !== null &&
    viewer.role !== "user" &&
    mayRemoveFile(file, await judgeOfFile(db, { ...needs, viewer }, file)).ok;
  return { removed: file.isTakenDown, mayRemove };
}

/** Describes a moderator or an admin as the rules see them, for a decision about a file. */
export async function judgeOfFile(
  db: Kysely<DB>,
  ctx: Pick<MemberContext, "viewer" | "now" | "parameterDefaults" | "verifiesEmail">,
  file: StoredFile,
): Promise<Judge> {
  const accounts = await ownAccounts(db, ctx);
  return { accounts, interested: await hasInterestInFile(db, file, accounts), rival: false };
}
