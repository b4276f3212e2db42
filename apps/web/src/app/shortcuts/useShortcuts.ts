import { useNavigate } from "@tanstack/react-router";
import { useEffect } from "react";
import { toggleChat } from "../../community/chat/chatWindow.ts";
import { useSession } from "../../lib/session.ts";
import { areSingleKeysOn } from "./preference.ts";
import { hear, isTaken, WAIT } from "./press.ts";
import { isFor, type Reach, SHORTCUTS } from "./registry.ts";

/** Handles the app's shortcuts. Called once, in the shell. */
export function useShortcuts(): void {
  const { user } = useSession();
  const navigate = useNavigate();
  const role = user?.role ?? null;

  useEffect(() => {
    const mine = SHORTCUTS.filter(({ who, run }) => run !== null && isFor(who, role && { role }));
    const reach: Reach = { go: (to) => void navigate({ to }), toggleChat };
    let pending: string | null = null;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const forget = () => {
      pending = null;
    };

    function onKey(event: KeyboardEvent): void {
      // Skips events that a part of the page has handled, and keys of an unfinished composition.
      if (event.defaultPrevented || event.isComposing || event.key === "Shift" || event.key === "CapsLock") return;
      const single = !(event.ctrlKey || event.metaKey);
      if (single && (!areSingleKeysOn() || isTaken(event.target))) return;
      const result = hear(mine, pending, event);
      clearTimeout(timer);
      pending = result.pending;
      timer = setTimeout(forget, WAIT);
      if (result.shortcuts.some(({ run }) => run?.(reach))) event.preventDefault();
    }

    document.addEventListener("keydown", onKey);
    return () => {
      clearTimeout(timer);
      document.removeEventListener("keydown", onKey);
    };
  }, [role, navigate]);
}
