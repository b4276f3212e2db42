import type { createAnswerInput, createCommentInput } from "@bbux/contract";
import type { z } from "zod";
import { OUTBOX } from "../../lib/outboxKey.ts";
import { isRecord } from "../../lib/record.ts";

/** Of one member. More is refused: it would take a long time to send, and fill the browser's storage. */
export const MOST_WAITING = 20;

/** What every waiting text has. */
interface Shared {
  /** Its Idempotency-Key, so that it can't be posted twice. */
  readonly id: string;
  readonly postId: string;
  /** Of the question. */
  readonly title: string;
  /** Where the form keeps its draft, and that draft, for when it's taken back. */
  readonly draftKey: string;
  readonly draft: unknown;
  /** When it was first sent without a response, in milliseconds. */
  readonly triedAt: number | null;
  /** Why the server refused it. It waits for its author then. */
  readonly problem: string | null;
}

interface WaitingAnswer extends Shared {
  readonly kind: "answer";
  readonly input: z.input<typeof createAnswerInput>;
}

interface WaitingComment extends Shared {
  readonly kind: "comment";
  readonly input: z.input<typeof createCommentInput>;
}

/** A text that waits for the connection. There are no other kinds: nothing that costs money is ever sent later. */
export type WaitingText = WaitingAnswer | WaitingComment;

/** What a form hands over. */
export type NewText = Omit<WaitingAnswer, "problem"> | Omit<WaitingComment, "problem">;

/** What the calls take; anything else in the storage isn't sent. */
const FIELDS: Readonly<Record<string, readonly string[]>> = {
  answer: ["postId", "content", "codeBlocks"],
  comment: ["postId", "answerId", "content"],
};

/** Whether a stored value is a text that may be sent. The server checks what it says. */
function isWaiting(value: unknown): value is WaitingText {
  if (!isRecord(value) || !isRecord(value.input)) return false;
  const { kind, input } = value;
  const fields = typeof kind === "string" && Object.hasOwn(FIELDS, kind) ? FIELDS[kind] : undefined;
  return (
    fields !== undefined &&
    Object.keys(input).every((name) => fields.includes(name)) &&
    [input.postId, input.content, value.id, value.postId, value.title, value.draftKey].every(
      (text) => typeof text === "string" && text !== "",
    ) &&
    input.postId === value.postId &&
    (value.triedAt === null || typeof value.triedAt === "number") &&
    (value.problem === null || typeof value.problem === "string")
  );
}

/** Each member's texts are under a key of their own, so that nobody else sees or sends them. */
const keyOf = (userId: string) => `${OUTBOX}${userId}`;
const listeners = new Set<() => void>();
/** What was last read, so that the same texts are the same object. */
let last: { readonly key: string; readonly text: string | null; readonly texts: readonly WaitingText[] } | null = null;

/** Returns a member's waiting texts, the oldest first. What isn't understood is left out. */
export function waitingOf(userId: string): readonly WaitingText[] {
  const key = keyOf(userId);
  const text = read(key);
  if (last?.key !== key || last.text !== text) last = { key, text, texts: parsed(text) };
  return last.texts;
}

function read(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

function parsed(text: string | null): readonly WaitingText[] {
  try {
    const list: unknown = JSON.parse(text ?? "[]");
    return Array.isArray(list) ? list.filter(isWaiting) : [];
  } catch {
    return [];
  }
}

function tell(): void {
  for (const listener of listeners) listener();
}

let sending: string | null = null;

/** The text that this tab is sending. It can't be taken back meanwhile. */
export const sendingNow = () => sending;

/** Notes which text is being sent; null for none. */
export function noteSending(id: string | null): void {
  sending = id;
  tell();
}

/** @returns whether the browser has stored it */
function write(userId: string, texts: readonly WaitingText[]): boolean {
  try {
    if (texts.length === 0) localStorage.removeItem(keyOf(userId));
    else localStorage.setItem(keyOf(userId), JSON.stringify(texts));
  } catch {
    return false;
  }
  tell();
  return true;
}

/** Has a text wait for the connection. @returns whether it does; otherwise it stays in its form */
export function addWaiting(userId: string, text: NewText): boolean {
  const texts = waitingOf(userId);
  if (texts.length >= MOST_WAITING) return false;
  return write(userId, [...texts, { ...text, problem: null }]);
}

/** Removes a text that was posted, or that its author doesn't want. @returns it, unless it's gone already */
export function removeWaiting(userId: string, id: string): WaitingText | null {
  const texts = waitingOf(userId);
  const found = texts.find((text) => text.id === id) ?? null;
  if (found)
    write(
      userId,
      texts.filter((text) => text.id !== id),
    );
  return found;
}

/** Where a text that may have been posted is noted when it's back in its form. The offline page (public/offline.js) does so, too. */
const takenKeyOf = (draftKey: string) => `bbux.taken.${draftKey}`;

/** Removes a text for its form. If it may have been posted, its key is kept until the form's text has a response. */
export function takeBack(userId: string, id: string): WaitingText | null {
  const text = removeWaiting(userId, id);
  if (text && text.triedAt !== null) {
    try {
      localStorage.setItem(takenKeyOf(text.draftKey), JSON.stringify(text));
    } catch {
      // The browser's storage is full; the form posts it under a new key.
    }
  }
  return text;
}

/** Returns the text that was taken back into a form, if that is what the form sends. */
export function findTaken(draftKey: string, input: unknown): WaitingText | null {
  const [text] = parsed(`[${read(takenKeyOf(draftKey)) ?? ""}]`);
  return text && JSON.stringify(text.input) === JSON.stringify(input) ? text : null;
}

/** Forgets it: the form's text had a response, or waits again under its key. */
export function forgetTaken(draftKey: string): void {
  try {
    localStorage.removeItem(takenKeyOf(draftKey));
  } catch {
    // Nothing is kept without storage.
  }
}

/** Notes what became of an attempt. */
export function noteAttempt(userId: string, id: string, what: Partial<Pick<WaitingText, "triedAt" | "problem">>): void {
  const texts = waitingOf(userId);
  if (texts.some((text) => text.id === id)) {
    write(
      userId,
      texts.map((text) => (text.id === id ? { ...text, ...what } : text)),
    );
  }
}

/** Follows changes here and in other tabs. */
export function onWaiting(listener: () => void): () => void {
  const elsewhere = ({ key }: StorageEvent) => {
    if (key === null || key.startsWith(OUTBOX)) listener();
  };
  listeners.add(listener);
  window.addEventListener("storage", elsewhere);
  return () => {
    listeners.delete(listener);
    window.removeEventListener("storage", elsewhere);
  };
}

/** Puts a comment back into the draft of its form, which isn't open, before what is there. */
export function putBack(text: WaitingText): void {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(text.draftKey) ?? '""');
    localStorage.setItem(text.draftKey, JSON.stringify([text.input.content, kept].filter(Boolean).join("\n\n")));
  } catch {
    // Without storage nothing could have waited.
  }
}
