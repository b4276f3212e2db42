import { Button } from "@mantine/core";
import { markAllRead } from "./cache.ts";
import { useUnread } from "./useUnread.ts";

/** Stays focusable without unread ones, because the keyboard user who just pressed it would lose the focus. */
export function MarkAllRead() {
  const unread = useUnread();
  return (
    <Button
      variant="subtle"
      size="compact-sm"
      data-disabled={unread === 0 || undefined}
      aria-disabled={unread === 0}
      onClick={() => unread > 0 && void markAllRead()}
    >
      Mark all as read
    </Button>
  );
}
