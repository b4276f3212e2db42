import type { NotificationData } from "@mantine/notifications";

/** A short word in the corner: something worked. Failures are shown where they happened; this is for those without a place. */
export function notifySuccess(message: string): void {
  void show({ message, color: "green" });
}

export function notifyError(message: string): void {
  void show({ message, color: "red", autoClose: 8_000, role: "alert" });
}

let wanted = false;
const hosts = new Set<() => void>();

/** Whether there was a first word, for which the corner is fetched. */
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
    // Without a connection the corner itself cannot be fetched, and what failed for the same reason says so in its place.
  }
}
