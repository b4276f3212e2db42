import { type FlagTarget, formatAmount, type moderationTarget, toDbId } from "@bbux/contract";
import type { DB } from "@bbux/db";
import type { Kysely, Transaction } from "kysely";
import type { z } from "zod";
import { excerptOf } from "../../content/parts/index.ts";
import type { Person } from "../../content/posts/index.ts";
import type { Services, Viewer } from "../../platform/context/index.ts";
import { AppError } from "../../platform/errors/errors.ts";
import { type LockedRow, type Strength, TARGET_KINDS, type TargetRow } from "./targets.sql.ts";

export interface LockedTarget extends LockedRow {
  readonly kind: FlagTarget;
}

const notFound: Record<FlagTarget, string> = {
  post: "Post not found",
  answer: "Answer not found",
  comment: "Comment not found",
  message: "Message not found",
  user: "User not found",
};

export const targetNotFound = (kind: FlagTarget) => new AppError("NOT_FOUND", { message: notFound[kind] });

/**
 * Locks the target of a flag or decision, even hidden or deleted, after the post or room that it belongs to.
 * @throws AppError NOT_FOUND for an unknown target
 */
export async function lockTarget(
  trx: Transaction<DB>,
  kind: FlagTarget,
  id: string,
  strength: Strength = "no key update",
): Promise<LockedTarget> {
  const dbId = toDbId(id);
  const locks = dbId === null ? [] : TARGET_KINDS[kind].locks(dbId, strength);
  let row: LockedRow | undefined;
  for (const lock of locks) [row] = (await lock.execute(trx)).rows;
  if (!row) throw targetNotFound(kind);
  return { kind, ...row };
}

type Target = z.infer<typeof moderationTarget>;

/** What a list of targets needs to know about its reader. */
export type ListContext = Pick<Services, "db" | "now" | "parameterDefaults" | "verifiesEmail"> & {
  readonly viewer: Pick<Viewer, "id">;
};

/** Returns targets of any kinds as a moderator sees them, by `kind:id`, with one query per kind. */
export async function describeTargets(
  db: Kysely<DB>,
  viewer: Person,
  wanted: readonly { readonly kind: FlagTarget; readonly id: string }[],
): Promise<ReadonlyMap<string, Target>> {
  const kinds = [...new Set(wanted.map(({ kind }) => kind))];
  const found = await Promise.all(
    kinds.map(async (kind) => {
      const ids = wanted.filter((one) => one.kind === kind).map(({ id }) => id);
      const rows = (await TARGET_KINDS[kind].rows(ids, viewer).execute(db)).rows;
      return rows.map((row): [string, Target] => [`${kind}:${row.id}`, targetOf(kind, row)]);
    }),
  );
  return new Map(found.flat());
}

function targetOf(type: FlagTarget, { bountyAmount, bountyStatus, createdAt, ...row }: TargetRow): Target {
  return {
    type,
    ...row,
    excerpt: excerptOf(row.content),
    createdAt: createdAt.toISOString(),
    bounty: bountyAmount === null ? null : { amount: formatAmount(BigInt(bountyAmount)), status: bountyStatus },
  };
}
