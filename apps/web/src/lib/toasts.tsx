import { Notifications } from "@mantine/notifications";

export { notifications } from "@mantine/notifications";

/** The corner where toasts appear. */
export function Toasts() {
  return <Notifications position="bottom-right" containerWidth={360} />;
}
