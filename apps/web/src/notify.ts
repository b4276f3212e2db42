import { notifications } from "@mantine/notifications";

/** A short word in the corner: something worked. Failures are shown where they happened; this is for those without a place. */
export function notifySuccess(message: string): void {
  notifications.show({ message, color: "green" });
}

export function notifyError(message: string): void {
  notifications.show({ message, color: "red", autoClose: 8_000, role: "alert" });
}
