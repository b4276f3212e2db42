import type { TrustKind, TrustLevel } from "@bbux/contract";
import type { DB } from "@bbux/db";
import { sql, type Transaction } from "kysely";
import { isUnverified, type MemberContext } from "../../platform/context/index.ts";
import { requireAllowed } from "../../platform/errors/errors.ts";
import { mentionsIn } from "../notifications/index.ts";
import { linksIn } from "./links.ts";
import { ALWAYS_HELD, mayUse, type Use } from "./trust.rules.ts";
import { trustLevelSql } from "./trust.sql.ts";

export type Uses = Partial<Record<TrustKind, number>>;

interface Row {
  readonly kind: TrustKind;
  readonly day_start: Date;
  readonly day_used: string;
  readonly minute_start: Date;
  readonly minute_used: string;
  readonly level: TrustLevel;
}

/**
 * Counts what a member is about to do against the limits of their trust level, in the transaction that does it: what fails isn't
 * counted, and of two at the same time the second sees the first. The counters are locked after content, ledger and tags, and before
 * members' reputation.
 * @throws AppError with the code of the kind (TRUST_CODES) and `until`, `retryAfter` (seconds) and `liftedBy` in its details;
 *   EMAIL_UNVERIFIED for a newcomer's posts and answers
 */
export async function spendAllowance(trx: Transaction<DB>, ctx: MemberContext, uses: Uses): Promise<void> {
  const entries = Object.entries(uses) as [TrustKind, number][];
  const counted = entries
    .filter(([kind, amount]) => amount > 0 && (ctx.limitsByTrust || (isUnverified(ctx) && ALWAYS_HELD.includes(kind))))
    .map(([kind, amount]) => ({ kind, amount }));
  if (counted.length === 0) return;
  const at = ctx.now();
  const { rows } = await sql<Row>`
    with wanted as (select * from jsonb_to_recordset(${JSON.stringify(counted)}::jsonb) as w (kind text, amount bigint)
    ), used as (
      insert into trust_uses as t (user_id, kind, day_start, day_used, minute_start, minute_used)
      select ${ctx.viewer.id}::bigint, kind, ${at}::timestamptz, amount, ${at}::timestamptz, amount from wanted order by kind
      on conflict (user_id, kind) do update set
        day_start = case when t.day_start > ${at}::timestamptz - interval '1 day' then t.day_start else excluded.day_start end,
        day_used = case when t.day_start > ${at}::timestamptz - interval '1 day' then t.day_used else 0 end + excluded.day_used,
        minute_start = case when t.minute_start > ${at}::timestamptz - interval '1 minute' then t.minute_start else excluded.minute_start end,
        minute_used = case when t.minute_start > ${at}::timestamptz - interval '1 minute' then t.minute_used else 0 end
          + excluded.minute_used
      returning *
    )
    select used.*, ${trustLevelSql("u", ctx, at)} as level from used join users u on u.id = used.user_id order by used.kind`.execute(
    trx,
  );
  for (const row of rows) requireAllowed(mayUse(row.level, asUse(row, uses[row.kind] ?? 0), at));
}

function asUse({ kind, day_start, day_used, minute_start, minute_used }: Row, amount: number): Use {
  const [dayUsed, minuteUsed] = [Number(day_used), Number(minute_used)];
  return { kind, amount, dayUsed, dayStart: day_start, minuteUsed, minuteStart: minute_start };
}

/** What a member has written, and what was there before an edit. */
export interface Written {
  readonly title?: string;
  readonly content: string;
  readonly codeBlocks?: readonly { readonly code: string }[] | undefined;
  readonly media?: readonly { readonly url: string }[] | undefined;
  readonly before?: { readonly title?: string; readonly content: string };
}

/** How many links a text adds: another address in place of one that was there is a new link. */
function newLinks({ publicOrigin }: Pick<MemberContext, "publicOrigin">, { before, ...written }: Written): number {
  const known = new Set(
    before ? linksIn(before.content, publicOrigin).concat(linksIn(before.title ?? "", publicOrigin)) : [],
  );
  const { title = "", content, codeBlocks = [], media = [] } = written;
  // Of an edit, code and media aren't compared, so they count when they are first published.
  const more = before ? [] : [...codeBlocks.map(({ code }) => code), ...media.map(({ url }) => url)];
  return [title, content, ...more].flatMap((text) => linksIn(text, publicOrigin)).filter((link) => !known.has(link))
    .length;
}

/** Returns what writing or editing a text uses: its characters, and the links and mentions that it adds. */
export function usesOfText(
  ctx: Pick<MemberContext, "publicOrigin">,
  written: Written,
): Record<"characters" | "links" | "mentions", number> {
  const { title = "", content, codeBlocks = [], before } = written;
  const known = new Set(before ? mentionsIn(before.content) : []);
  const code = codeBlocks.reduce((sum, block) => sum + block.code.length, 0);
  return {
    characters: title.length + content.length + code,
    links: newLinks(ctx, written),
    mentions: mentionsIn(content).filter((name) => !known.has(name)).length,
  };
}
