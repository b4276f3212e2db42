import { useEffect, useRef, useState } from "react";

/** Parses what was stored: a Zod schema, or a small hand-written parser where readers should not load Zod. */
export interface DraftSchema<T> {
  safeParse(
    value: unknown,
  ): { readonly success: true; readonly data: T } | { readonly success: false; readonly error?: unknown };
}

/** How long typing must pause before the draft is saved (ms). */
const PAUSE = 400;

function load<T>(key: string, schema: DraftSchema<T>): T | null {
  try {
    const text = localStorage.getItem(key);
    const kept = text === null ? null : schema.safeParse(JSON.parse(text));
    return kept?.success ? kept.data : null;
  } catch {
    return null;
  }
}

function store(key: string, value: unknown): void {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // Without storage the draft lives as long as the page; nothing else depends on it.
  }
}

export interface StoredDraft<T> {
  readonly draft: T;
  readonly setDraft: (change: (present: T) => T) => void;
  /** Whether it was restored when the page opened, and hasn't been replaced since. */
  readonly restored: boolean;
  /** Removes it here and in storage, because it was published or discarded. */
  readonly clear: () => void;
  /** Empties the form while its content is being sent; the storage keeps it until `sent`. */
  readonly hold: () => void;
  /** It arrived: removes it from storage, unless something new was started. */
  readonly sent: () => void;
}

/**
 * A draft that outlives a reload, a closed tab, a lost session and a failed call: kept in the browser's storage under
 * `key` until it is cleared. A draft that `isBlank` calls empty is not kept.
 */
export function useStoredDraft<T>(
  key: string,
  schema: DraftSchema<T>,
  empty: T,
  isBlank: (draft: T) => boolean,
): StoredDraft<T> {
  const [found] = useState(() => load(key, schema));
  const [restored, setRestored] = useState(found !== null);
  const [draft, setDraft] = useState<T>(found ?? empty);
  const latest = useRef({ draft, dirty: false });

  useEffect(() => {
    latest.current.draft = draft;
    if (!latest.current.dirty) return;
    const timer = setTimeout(() => store(key, isBlank(draft) ? null : draft), PAUSE);
    return () => clearTimeout(timer);
  }, [key, draft, isBlank]);

  useEffect(() => {
    const last = latest.current;
    // Also saves what was typed just before leaving.
    const save = () => {
      if (last.dirty) store(key, isBlank(last.draft) ? null : last.draft);
    };
    // A phone may end a page in the background without another event.
    const hidden = () => document.visibilityState === "hidden" && save();
    window.addEventListener("pagehide", save);
    document.addEventListener("visibilitychange", hidden);
    return () => {
      window.removeEventListener("pagehide", save);
      document.removeEventListener("visibilitychange", hidden);
      save();
    };
  }, [key, isBlank]);

  function begin() {
    latest.current.dirty = false;
    setRestored(false);
    setDraft(empty);
  }

  return {
    draft,
    setDraft: (change) => {
      latest.current.dirty = true;
      setDraft(change);
    },
    restored,
    clear: () => {
      store(key, null);
      begin();
    },
    hold: () => {
      store(key, latest.current.draft);
      begin();
    },
    sent: () => {
      if (!latest.current.dirty) store(key, null);
    },
  };
}
