// @vitest-environment happy-dom
import { NOTIFICATION_KINDS } from "@bbux/contract";
import { screen } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { leave, serve, show } from "../../lib/render.support.tsx";
import { NotificationSettings } from "./NotificationSettings.tsx";

afterEach(leave);

const kinds = Object.fromEntries(NOTIFICATION_KINDS.map((kind) => [kind, true]));

it.each([
  ["off", "No emails with your notifications."],
  ["daily", "One email a day with your unread notifications, if you have any."],
])("says of mail that is %s what it turns off, and that emails about security always come", async (mail, says) => {
  serve({ "notifications.settings": { success: true, settings: { kinds, mail } } });
  show(<NotificationSettings />);
  expect(await screen.findByText(says)).toBeTruthy();
  expect(screen.getByText("You can't turn off emails about the security of your account.")).toBeTruthy();
});
