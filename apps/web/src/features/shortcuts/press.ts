import type { Shortcut } from "./registry.ts";

/** How long the first key of two waits for the second (ms). */
export const WAIT = 1_500;

/** What of a KeyboardEvent decides. */
export interface Press {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
  readonly shiftKey: boolean;
  /** It is held down and comes again and again. */
  readonly repeat: boolean;
}

export interface Heard {
  /** Those that these keys stand for: there may be one for a list and one for another. */
  readonly shortcuts: readonly Shortcut[];
  /** The first of two keys has been pressed: the next one is heard as the second. */
  readonly pending: string | null;
}

const NOTHING: Heard = { shortcuts: [], pending: null };

/**
 * What a key means after `pending`. Any modifier makes it another key, but for ⌘ or Ctrl with a shortcut that asks for it and
 * for Shift where the sign needs it (`?`). A single key that is held down goes on through lists, and does nothing else again.
 */
export function hear(shortcuts: readonly Shortcut[], pending: string | null, press: Press): Heard {
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

/** Fields that take letters; buttons, boxes to tick and sliders do not. */
const TYPING = [
  "input:not([type=button],[type=checkbox],[type=radio],[type=submit],[type=reset],[type=range],[type=color],[type=file])",
  ...["textarea", "select", "[contenteditable]:not([contenteditable=false])", "[role=textbox]", "[role=combobox]"],
].join(",");
/** Where letters have a meaning of their own: menus and lists jump to what begins with them. */
const OWN_KEYS = "[role=menu],[role=listbox],[role=dialog],[role=alertdialog],dialog,emoji-picker";

/** Whether single keys belong to what has the focus, or to a dialog that lies over the page. */
export function isTaken(target: EventTarget | null): boolean {
  if (target instanceof Element && (target.closest(TYPING) !== null || target.closest(OWN_KEYS) !== null)) return true;
  return document.querySelector("[aria-modal=true]") !== null;
}
