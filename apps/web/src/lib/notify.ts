import type { NotificationData } from "@mantine/notifications";

/** Shows a short toast on success. Failures are shown where they happened; this is for those without a place. */
export function notifySuccess(message: string): void {
  void show({ message, color: "green" });
}

export function notifyError(message: string): void {
  void show({ message, color: "red", autoClose: 8_000, role: "alert" });
}

let wanted = false;
const hosts = new Set<() => void>();

/** Whether there was a first toast, which loads the toasts' code. */
export const areToastsWanted = (): boolean => wanted;

export function onToastsWanted(host: () => void): () => void {
  hosts.add(host);
  return () => hosts.delete(host);
}

async function show(data: NotificationData): Promise<void> {
  try {
    const { notifications } = await import("./toasts.tsx");
    wanted = true;
    for (const host of hosts) host();
    notifications.show(data);
  } catch {
    // Without a connection that code can't load, and whatever failed for the same reason shows its own error.
  }
}
