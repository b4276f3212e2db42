import { useNavigate } from "@tanstack/react-router";
import { useEffect } from "react";
import { useSession } from "../../session.tsx";
import { toggleChat } from "../chat/chat.store.ts";
import { areSingleKeysOn } from "./preference.ts";
import { hear, isTaken, WAIT } from "./press.ts";
import { isFor, type Reach, SHORTCUTS } from "./registry.ts";

/** Hears the keyboard for the whole app: once, in the shell. */
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
      // What a part of the page has dealt with is done; keys on the way to a character are none yet.
      if (event.defaultPrevented || event.isComposing || event.key === "Shift" || event.key === "CapsLock") return;
      const single = !(event.ctrlKey || event.metaKey);
      if (single && (!areSingleKeysOn() || isTaken(event.target))) return;
      const heard = hear(mine, pending, event);
      clearTimeout(timer);
      pending = heard.pending;
      timer = setTimeout(forget, WAIT);
      if (heard.shortcuts.some(({ run }) => run?.(reach))) event.preventDefault();
    }

    document.addEventListener("keydown", onKey);
    return () => {
      clearTimeout(timer);
      document.removeEventListener("keydown", onKey);
    };
  }, [role, navigate]);
}
