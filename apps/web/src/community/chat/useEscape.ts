import { useEffect } from "react";

/** Closes the chat on Escape when the focus is in it or nowhere; anything open inside it closes first. */
export function useEscape(close: () => void): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== "Escape" || event.defaultPrevented) return;
      const { target } = event;
      const inside = target instanceof Node && document.getElementById("chat")?.contains(target);
      if (inside || target === document.body) close();
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, [close]);
}
