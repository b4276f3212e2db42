import { useEffect, useRef, useState } from "react";
import type { z } from "zod";

/** A pause in typing this long (ms) saves. */
const PAUSE = 400;

function load<T>(key: string, schema: z.ZodType<T>): T | null {
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

interface StoredDraft<T> {
  readonly draft: T;
  readonly setDraft: (change: (present: T) => T) => void;
  /** Whether it was found when the page opened. */
  readonly restored: boolean;
  /** Forgets it, here and in storage: it was published or thrown away. */
  readonly clear: () => void;
}

/**
 * Something being written that outlives a reload, a closed tab and a lost session: kept in the browser's storage under `key`
 * until it is cleared. What `isBlank` calls empty is not kept.
 */
export function useStoredDraft<T>(
  key: string,
  schema: z.ZodType<T>,
  empty: T,
  isBlank: (draft: T) => boolean,
): StoredDraft<T> {
  const [found] = useState(() => load(key, schema));
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
    // What was typed in the last moments before leaving is kept, too.
    const save = () => {
      if (last.dirty) store(key, isBlank(last.draft) ? null : last.draft);
    };
    window.addEventListener("pagehide", save);
    return () => {
      window.removeEventListener("pagehide", save);
      save();
    };
  }, [key, isBlank]);

  return {
    draft,
    setDraft: (change) => {
      latest.current.dirty = true;
      setDraft(change);
    },
    restored: found !== null,
    clear: () => {
      latest.current.dirty = false;
      store(key, null);
      setDraft(empty);
    },
  };
}
