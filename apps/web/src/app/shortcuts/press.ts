import type { Shortcut } from "./registry.ts";

/** How long the first of two keys waits for the second (ms). */
export const WAIT = 1_500;

/** The part of a KeyboardEvent that decides. */
export interface Press {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
  readonly shiftKey: boolean;
  /** The key is held down and repeats. */
  readonly repeat: boolean;
}

export interface KeyResult {
  /** The matching shortcuts: a list and a page can each have one. */
  readonly shortcuts: readonly Shortcut[];
  /** The first of two keys was pressed; the next one counts as the second. */
  readonly pending: string | null;
}

const NOTHING: KeyResult = { shortcuts: [], pending: null };

/**
 * Resolves a key press after `pending`. Any modifier makes it another key, except ⌘ or Ctrl for a shortcut that uses it
 * and Shift where the character needs it (`?`). A held single key repeats only through lists.
 */
export function hear(shortcuts: readonly Shortcut[], pending: string | null, press: Press): KeyResult {
  if (press.altKey) return NOTHING;
  if (press.repeat && !press.ctrlKey && !press.metaKey) {
    const again = hear(shortcuts, null, { ...press, repeat: false });
    return { shortcuts: again.shortcuts.filter(({ group }) => group === "Lists"), pending };
  }
  const key = press.key.length === 1 ? press.key.toLowerCase() : press.key;
  if (press.ctrlKey || press.metaKey) {
    if (press.shiftKey || (press.ctrlKey && press.metaKey)) return NOTHING;
    return { shortcuts: shortcuts.filter(({ keys }) => keys[0] === "Mod" && keys[1] === key), pending: null };
  }
  if (press.shiftKey && /^[\p{L}\d]$|^.{2,}$/u.test(key)) return NOTHING;
  if (pending !== null) {
    return {
      shortcuts: shortcuts.filter(({ keys }) => keys.length === 2 && keys[0] === pending && keys[1] === key),
      pending: null,
    };
  }
  const first = shortcuts.some(({ keys }) => keys.length === 2 && keys[0] === key);
  return {
    shortcuts: shortcuts.filter(({ keys }) => keys.length === 1 && keys[0] === key),
    pending: first ? key : null,
  };
}

/** Matches fields that take letters, unlike buttons, checkboxes and sliders. */
const TYPING = [
  "input:not([type=button],[type=checkbox],[type=radio],[type=submit],[type=reset],[type=range],[type=color],[type=file])",
  ...["textarea", "select", "[contenteditable]:not([contenteditable=false])", "[role=textbox]", "[role=combobox]"],
].join(",");
/** Matches menus and lists, where a letter jumps to an entry. */
const OWN_KEYS = "[role=menu],[role=listbox],[role=dialog],[role=alertdialog],dialog,emoji-picker";

/** Whether the focused element or an open dialog claims single keys. */
export function isTaken(target: EventTarget | null): boolean {
  if (target instanceof Element && (target.closest(TYPING) !== null || target.closest(OWN_KEYS) !== null)) return true;
  return document.querySelector("[aria-modal=true]") !== null;
}
