import type { NotificationData } from "@mantine/notifications";
import { latePart } from "./latePart.ts";

/** Shows a short toast on success. Failures are shown where they happened; this is for those without a place. */
export function notifySuccess(message: string): void {
  void show({ message, color: "green" });
}

/** Shows what isn't what one expects, though nothing failed. It stays longer, because it has to be read. */
export function notifyWarning(message: string): void {
  void show({ message, color: "yellow", autoClose: 12_000 });
}

export function notifyError(message: string): void {
  void show({ message, color: "red", autoClose: 8_000, role: "alert" });
}

/** The toasts' code, loaded for the first one. */
export const lateToasts = latePart(() => import("./toasts.tsx"));

async function show(data: NotificationData): Promise<void> {
  await lateToasts.fetch();
  // Without a connection that code can't load, and whatever failed for the same reason shows its own error.
  lateToasts.current()?.notifications.show(data);
}
