import { codeOf, isOutcomeUnknown, messageOf, statusOf } from "../../lib/errors.ts";
import { Intent } from "../../lib/intent.ts";
import { currentSession } from "../../lib/session.ts";
import { client } from "../../lib/trpc.ts";
import { noteAttempt, noteSending, removeWaiting, type WaitingText, waitingOf } from "./outbox.ts";

/** How long the server remembers a key, less an hour for clocks that differ. */
const REMEMBERED_MS = 23 * 3_600_000;

/** What became of the texts that waited. */
export interface Outcome {
  readonly posted: readonly WaitingText[];
  /** Those that the server won't post as they are, with its reason. */
  readonly refused: readonly WaitingText[];
}

/** Whether a refusal is about who asks, or how often, and not about the text. A proxy's has no code. */
function isForLater(error: unknown): boolean {
  const status = statusOf(error);
  if (status === 429) return [null, "RATE_LIMITED"].includes(codeOf(error));
  return status === 401 || status === 408;
}

/** The same key for every attempt, also after a reload. */
class KeptIntent extends Intent {
  readonly #key: string;
  constructor(key: string) {
    super();
    this.#key = key;
  }
  override keyFor(): string {
    return this.#key;
  }
}

/** Posts a text. */
async function post(text: WaitingText): Promise<void> {
  const how = { context: { intent: new KeptIntent(text.id) } };
  if (text.kind === "comment") await client.comments.create.mutate(text.input, how);
  else await client.answers.create.mutate(text.input, how);
}

/** The last sending of this tab, which the next one awaits. */
let last: Promise<unknown> = Promise.resolve();

/**
 * Posts the waiting texts, oldest first, one run at a time. Stops when there is no response. A text that the server refuses stays,
 * with the reason, for its author to decide.
 */
export function sendWaiting(userId: string, now: number): Promise<Outcome> {
  const run = () => sendAll(userId, now);
  // Without locks, a text may be sent by two tabs; its key has the server post it once.
  const alone = () => (navigator.locks ? navigator.locks.request("bbux.outbox", run) : run());
  const next = last.then(alone, alone);
  last = next;
  return next;
}

async function sendAll(userId: string, now: number): Promise<Outcome> {
  const posted: WaitingText[] = [];
  const refused: WaitingText[] = [];
  const refuse = (text: WaitingText, what: Pick<WaitingText, "problem" | "triedAt">) => {
    noteAttempt(userId, text.id, what);
    refused.push({ ...text, ...what });
  };
  for (const { id } of waitingOf(userId)) {
    // Taken back, sent by another tab, or someone else has signed in since.
    const text = waitingOf(userId).find((one) => one.id === id);
    if (!text || text.problem !== null) continue;
    if (currentSession().user?.id !== userId) break;
    const { triedAt } = text;
    if (triedAt !== null && now - triedAt > REMEMBERED_MS) {
      const problem = "We can't tell whether this was posted. Look at the question before you post it again.";
      refuse(text, { problem, triedAt });
      continue;
    }
    try {
      if (triedAt === null) noteAttempt(userId, id, { triedAt: now });
      noteSending(id);
      await post(text);
      removeWaiting(userId, id);
      posted.push(text);
    } catch (error) {
      if (isOutcomeUnknown(error)) break;
      if (isForLater(error)) {
        // This attempt posted nothing; an earlier one without a response may have.
        noteAttempt(userId, id, { triedAt });
        break;
      }
      refuse(text, { problem: messageOf(error), triedAt: null });
    } finally {
      noteSending(null);
    }
  }
  return { posted, refused };
}
