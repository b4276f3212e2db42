import { z } from "zod";
import { id, idOut, time } from "../platform/ids.ts";
import { LIMITS } from "../platform/limits.ts";

/** The kinds of notifications, in the order of the settings. */
export const NOTIFICATION_KINDS = [
  "answer",
  "comment",
  "accepted",
  "bounty_won",
  "bounty_expiring",
  "bounty_settled",
  "settlement",
  "refund",
  "deposit",
  "withdrawal",
  "proposal",
  "tag",
  "votes",
  "mention",
  "rating",
  "milestone",
  "role",
  "moderation",
] as const;
/** Kinds that nobody can turn off, in addition. */
export const CONSTANT_KINDS = ["security"] as const;
export const notificationKind = z.enum(NOTIFICATION_KINDS);
export type NotificationKind = (typeof NOTIFICATION_KINDS)[number];
export type AnyNotificationKind = NotificationKind | (typeof CONSTANT_KINDS)[number];

export const notification = z
  .object({
    id: idOut,
    kind: z.string().meta({ description: `${[...NOTIFICATION_KINDS, ...CONSTANT_KINDS].join(", ")}; more may come` }),
    title: z.string().meta({ example: "2 new answers" }),
    message: z.string().meta({ example: "kenji and amara answered “How do I rotate a key?”" }),
    read: z.boolean(),
    createdAt: time.meta({ description: "Of the latest event in this line" }),
    navigation: z.object({ url: z.string().meta({ example: "/posts/1042" }) }).optional(),
  })
  .meta({ id: "Notification" });
export type Notification = z.infer<typeof notification>;

export const listNotificationsInput = z
  .object({
    page: z.int().min(1).max(LIMITS.page).default(1).meta({ description: "Page, from 1" }),
    limit: z.int().min(1).max(LIMITS.pageSize.max).default(20).meta({ description: "Elements on a page" }),
    read: z.boolean().meta({ description: "Only read ones, or only unread ones" }).optional(),
  })
  .prefault({});
/** Newest first. The total is in the header X-Total-Count. */
export const listNotificationsOutput = z.array(notification);

export const byNotificationId = z.object({ id });
export const readAllOutput = z.object({ success: z.literal(true), updatedCount: z.int() });
export const unreadCountOutput = z.object({ count: z.int() });

/** The event that open tabs get immediately, and after every change. */
export const liveNotifications = z.object({
  unread: z.int(),
  /** The newest line that is new or has changed since the last event. */
  latest: notification.nullable(),
});
export type LiveNotifications = z.infer<typeof liveNotifications>;

export const MAIL_DIGESTS = ["off", "daily", "weekly"] as const;
const kinds = z.object(
  Object.fromEntries(NOTIFICATION_KINDS.map((kind) => [kind, z.boolean()])) as Record<NotificationKind, z.ZodBoolean>,
);
export const notificationSettings = z
  .object({ kinds, mail: z.enum(MAIL_DIGESTS).meta({ description: "How often unread ones are mailed" }) })
  .meta({ id: "NotificationSettings" });
export type NotificationSettings = z.infer<typeof notificationSettings>;
/** Omitted kinds stay as they are. */
export const updateNotificationSettingsInput = z.object({
  kinds: kinds.partial().optional(),
  mail: z.enum(MAIL_DIGESTS).optional(),
});
export const notificationSettingsOutput = z.object({ success: z.literal(true), settings: notificationSettings });
