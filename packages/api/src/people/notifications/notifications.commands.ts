import {
  type NotificationSettings,
  type readAllOutput,
  toDbId,
  type updateNotificationSettingsInput,
} from "@bbux/contract";
import { sql } from "kysely";
import type { z } from "zod";
import type { MemberContext } from "../../platform/context/index.ts";
import { AppError } from "../../platform/errors/errors.ts";
import { settingsOf } from "./notifications.queries.ts";

/**
 * Marks one of the caller's notifications as read; repeating it succeeds. @throws AppError NOT_FOUND, also for another
 * member's
 */
export async function readNotification(ctx: MemberContext, notificationId: string): Promise<{ success: true }> {
  const id = toDbId(notificationId);
  const found =
    id === null
      ? undefined
      : await ctx.db
          .updateTable("notifications")
          .set((eb) => ({ read_at: eb.fn.coalesce("read_at", eb.val(ctx.now())) }))
          .where("id", "=", id)
          .where("user_id", "=", ctx.viewer.id)
          .returning("id")
          .executeTakeFirst();
  if (!found) throw new AppError("NOT_FOUND", { message: "Notification not found" });
  ctx.signals.publish("notifications", [ctx.viewer.id]);
  return { success: true };
}

/** Marks all of the caller's notifications as read. */
export async function readAllNotifications(ctx: MemberContext): Promise<z.infer<typeof readAllOutput>> {
  const { numUpdatedRows } = await ctx.db
    .updateTable("notifications")
    .set({ read_at: ctx.now() })
    .where("user_id", "=", ctx.viewer.id)
    .where("read_at", "is", null)
    .executeTakeFirst();
  if (numUpdatedRows > 0n) ctx.signals.publish("notifications", [ctx.viewer.id]);
  return { success: true, updatedCount: Number(numUpdatedRows) };
}

/** Changes the caller's notification settings; omitted ones stay. */
export async function updateSettings(
  ctx: MemberContext,
  { kinds = {}, mail }: z.infer<typeof updateNotificationSettingsInput>,
): Promise<{ success: true; settings: NotificationSettings }> {
  const { rows } = await sql<{ settings: unknown }>`
    update users set
      settings = settings || jsonb_build_object('notify', coalesce(settings -> 'notify', '{}') || ${JSON.stringify(kinds)}::jsonb)
        || ${JSON.stringify(mail === undefined ? {} : { mail })}::jsonb,
      -- Who asks for mail begins with what comes from now on.
      digested_at = case when ${mail ?? null}::text in ('daily', 'weekly') and coalesce(settings ->> 'mail', 'off') = 'off'
        then ${ctx.now()}::timestamptz else digested_at end
    where id = ${ctx.viewer.id} returning settings`.execute(ctx.db);
  return { success: true, settings: settingsOf(rows[0]?.settings) };
}
