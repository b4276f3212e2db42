import type { AuditEntry, listAuditInput, listAuditOutput } from "@bbux/contract";
import type { Database } from "@bbux/db";
import { type RawBuilder, sql } from "kysely";
import type { z } from "zod";
import { pagination } from "../../platform/queries/index.ts";

interface Row {
  readonly id: string;
  readonly actor: string | null;
  readonly action: string;
  readonly target_kind: string | null;
  readonly target_id: string | null;
  readonly subject: string | null;
  readonly reason: string | null;
  readonly details: Record<string, unknown>;
  readonly created_at: Date;
}

/** Returns the audit log, latest first; optionally of one kind, by one member, or about one member. */
export async function listAudit(
  db: Database,
  { page, limit, action, actor, subject }: z.infer<typeof listAuditInput>,
): Promise<z.infer<typeof listAuditOutput>> {
  const wanted = [
    sql`true`,
    ...(action ? [sql`l.action = ${action.toUpperCase()}`] : []),
    ...(actor ? [sql`l.actor_id = ${memberNamed(actor)}`] : []),
    ...(subject ? [sql`l.subject_id = ${memberNamed(subject)}`] : []),
  ];
  const where = sql.join(wanted, sql` and `);
  const { rows } = await sql<Row>`
    select l.id::text, a.username as actor, l.action, l.target_kind, l.target_id, s.username as subject, l.reason, l.details,
      l.created_at
    from (
      select * from audit_log l where ${where} order by l.id desc limit ${limit} offset ${(page - 1) * limit}
    ) as l left join users a on a.id = l.actor_id left join users s on s.id = l.subject_id order by l.id desc`.execute(
    db,
  );
  const total = await sql<{ n: number }>`select count(*)::int as n from audit_log l where ${where}`.execute(db);
  return { entries: rows.map(entryOf), pagination: pagination({ page, limit }, total.rows[0]?.n ?? 0) };
}

function memberNamed(username: string): RawBuilder<unknown> {
  return sql`(select id from users where lower(username) = ${username.toLowerCase()})`;
}

function entryOf(row: Row): AuditEntry {
  return {
    id: row.id,
    actor: row.actor,
    action: row.action,
    targetType: row.target_kind,
    targetId: row.target_id,
    subject: row.subject,
    reason: row.reason,
    details: row.details,
    createdAt: row.created_at.toISOString(),
  };
}
