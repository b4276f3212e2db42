import {
  byNotificationId,
  done,
  listNotificationsInput,
  listNotificationsOutput,
  notificationSettingsOutput,
  readAllOutput,
  unreadCountOutput,
  updateNotificationSettingsInput,
} from "@bbux/contract";
import { memberProcedure, router } from "../../platform/calls/index.ts";
import { liveNotifications } from "./live.ts";
import { readAllNotifications, readNotification, updateSettings } from "./notifications.commands.ts";
import { countUnread, getSettings, listNotifications } from "./notifications.queries.ts";

const tags = ["notifications"];

export const notificationsRouter = router({
  list: memberProcedure
    .meta({
      openapi: {
        method: "GET",
        path: "/notifications",
        tags,
        summary: "The caller's notifications, the latest first",
        description: "The total is in the header X-Total-Count.",
      },
    })
    .input(listNotificationsInput)
    .output(listNotificationsOutput)
    .query(async ({ ctx, input }) => {
      const { notifications, total } = await listNotifications(ctx.db, ctx.viewer.id, input, ctx.language() ?? "en");
      ctx.setTotal(total);
      return notifications;
    }),

  unreadCount: memberProcedure
    .meta({ openapi: { method: "GET", path: "/notifications/unread-count", tags, summary: "How many are unread" } })
    .output(unreadCountOutput)
    .query(async ({ ctx }) => ({ count: await countUnread(ctx.db, ctx.viewer.id) })),

  read: memberProcedure
    .meta({ openapi: { method: "POST", path: "/notifications/{id}/read", tags, summary: "Mark one as read" } })
    .input(byNotificationId)
    .output(done)
    .mutation(({ ctx, input }) => readNotification(ctx, input.id)),

  readAll: memberProcedure
    .meta({ openapi: { method: "POST", path: "/notifications/read-all", tags, summary: "Mark all as read" } })
    .output(readAllOutput)
    .mutation(({ ctx }) => readAllNotifications(ctx)),

  settings: memberProcedure
    .meta({
      openapi: {
        method: "GET",
        path: "/notifications/settings",
        tags,
        summary: "What the caller is notified of, and how",
      },
    })
    .output(notificationSettingsOutput)
    .query(async ({ ctx }) => ({ success: true, settings: await getSettings(ctx.db, ctx.viewer.id) })),

  updateSettings: memberProcedure
    .meta({
      openapi: {
        method: "PUT",
        path: "/notifications/settings",
        tags,
        summary: "Choose what to be told of, and whether by mail",
      },
    })
    .input(updateNotificationSettingsInput)
    .output(notificationSettingsOutput)
    .mutation(({ ctx, input }) => updateSettings(ctx, input)),

  /** tRPC only, over server-sent events. REST clients poll unread-count. */
  live: memberProcedure.subscription(({ ctx, signal }) =>
    liveNotifications(ctx, signal ?? new AbortController().signal),
  ),
});
