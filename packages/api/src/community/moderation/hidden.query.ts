import {
  type FlagTarget,
  type HiddenItem,
  type listAppealsInput,
  type listAppealsOutput,
  type listHiddenInput,
  type listHiddenOutput,
  toDbId,
} from "@bbux/contract";
import type { DB } from "@bbux/db";
import { type Kysely, type RawBuilder, sql } from "kysely";
import type { z } from "zod";
import type { Person } from "../../content/posts/index.ts";
import { ownAccounts } from "../../people/established/index.ts";
import type { MemberContext } from "../../platform/context/index.ts";
import { AppError } from "../../platform/errors/errors.ts";
import { pagination } from "../../platform/queries/index.ts";
import { flaggedTexts } from "./flagged-texts.query.ts";
import { isOnlyStaff } from "./judge.query.ts";
import { isOwnCase } from "./moderation.rules.ts";
import { describeTargets, type ListContext } from "./targets.query.ts";

interface Row {
  readonly id: string;
  readonly kind: FlagTarget;
  readonly target_id: string;
  readonly author_id: string;
  readonly reason: string;
  readonly hidden_at: Date;
  readonly hidden_by: string;
  readonly hider: string;
  readonly restored_at: Date | null;
  readonly appeal_status: "OPEN" | "GRANTED" | "DENIED" | null;
  readonly appeal_reason: string | null;
  readonly appealed_at: Date | null;
  readonly appeal_decided_at: Date | null;
  readonly appeal_note: string | null;
}

const rowsOf = (where: RawBuilder<unknown>, rest: RawBuilder<unknown>) => sql<Row>`
  select h.id::text, h.target_kind as kind, h.target_id::text, h.author_id::text, h.reason, h.hidden_at, h.hidden_by::text,
    m.username as hider, h.restored_at, h.appeal_status, h.appeal_reason, h.appealed_at, h.appeal_decided_at, h.appeal_note
  from hidden_content h join users m on m.id = h.hidden_by where ${where} ${rest}`;

async function count(db: Kysely<DB>, where: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from hidden_content h where ${where}`.execute(db);
  return rows[0]?.n ?? 0;
}

type Targets = Awaited<ReturnType<typeof describeTargets>>;

function describe(db: Kysely<DB>, viewer: Person, rows: readonly Row[]): Promise<Targets> {
  return describeTargets(
    db,
    viewer,
    rows.map(({ kind, target_id }) => ({ kind, id: target_id })),
  );
}

/** Returns the member's own hidden content, latest first, with the reason and the outcome. */
export async function listHidden(
  ctx: ListContext,
  { page, limit }: z.infer<typeof listHiddenInput>,
): Promise<z.infer<typeof listHiddenOutput>> {
  const { db, viewer } = ctx;
  const where = sql`h.author_id = ${viewer.id}`;
  const rest = sql`order by h.hidden_at desc, h.id desc limit ${limit} offset ${(page - 1) * limit}`;
  const { rows } = await rowsOf(where, rest).execute(db);
  const targets = await describe(db, { ...ctx, accounts: [viewer.id] }, rows);
  return {
    items: rows.map((row) => itemOf(row, targets)),
    pagination: pagination({ page, limit }, await count(db, where)),
  };
}

/** Returns one item of the member's own. @throws AppError NOT_FOUND */
export async function getHidden(db: Kysely<DB>, ctx: ListContext, id: string): Promise<HiddenItem> {
  const authorId = ctx.viewer.id;
  const { rows } = await rowsOf(sql`h.id = ${toDbId(id)} and h.author_id = ${authorId}`, sql``).execute(db);
  const [row] = rows;
  if (!row) throw hidingNotFound();
  return itemOf(row, await describe(db, { ...ctx, accounts: [authorId] }, rows));
}

export const hidingNotFound = () => new AppError("NOT_FOUND", { message: "There is no such hidden content" });

/** Returns appeals of hidden content: open ones, longest wait first; or decided ones, latest first. */
export async function listAppeals(
  ctx: MemberContext,
  { page, limit, status }: z.infer<typeof listAppealsInput>,
): Promise<z.infer<typeof listAppealsOutput>> {
  const { db } = ctx;
  const isOpen = status === "open";
  const where = isOpen ? sql`h.appeal_status = 'OPEN'` : sql`h.appeal_status in ('GRANTED', 'DENIED')`;
  const order = isOpen ? sql`order by h.appealed_at, h.id` : sql`order by h.appeal_decided_at desc, h.id desc`;
  const { rows } = await rowsOf(where, sql`${order} limit ${limit} offset ${(page - 1) * limit}`).execute(db);
  const accounts = await ownAccounts(db, ctx);
  const judge = { accounts, isAlone: await isOnlyStaff(db, accounts) };
  const targets = await describe(db, { ...ctx, ...judge }, rows);
  const textsOf = await flaggedTexts(db, targets);
  const appeals = rows.flatMap((row) => {
    const target = targets.get(`${row.kind}:${row.target_id}`);
    const own = isOwnCase({ authorId: row.author_id, hiddenBy: row.hidden_by }, judge);
    const texts = textsOf(`${row.kind}:${row.target_id}`);
    return target ? [{ item: itemOf(row, targets), target, flaggedTexts: texts, hiddenBy: row.hider, own }] : [];
  });
  return { appeals, pagination: pagination({ page, limit }, await count(db, where)) };
}

function itemOf(row: Row, targets: Targets): HiddenItem {
  const target = targets.get(`${row.kind}:${row.target_id}`);
  const { appeal_status: status, appealed_at: at } = row;
  return {
    id: row.id,
    targetType: row.kind,
    targetId: row.target_id,
    title: target?.title ?? "",
    content: target?.content ?? "",
    reason: row.reason,
    hiddenAt: row.hidden_at.toISOString(),
    restoredAt: row.restored_at?.toISOString() ?? null,
    mayAppeal: status === null && row.restored_at === null,
    appeal:
      status === null || at === null
        ? null
        : {
            status,
            reason: row.appeal_reason ?? "",
            createdAt: at.toISOString(),
            decidedAt: row.appeal_decided_at?.toISOString() ?? null,
            note: row.appeal_note,
          },
  };
}
