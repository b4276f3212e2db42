import { CHAT, CHAT_WORDS, type ChatMessage, LIMITS, type ListMessages, type MessageType } from "@bbux/contract";
import { codeOf, factsAbout, isOutcomeUnknown, messageOf } from "../../errors.ts";
import { Intent, newKey } from "../../intent.ts";
import { type StreamEvents, stayConnected } from "../../live/connection.ts";
import { shareAmongTabs, whileVisible } from "../../live/tabs.ts";
import { notifyError } from "../../notify.ts";
import { noticeDeadSession } from "../../session-events.ts";
import { client } from "../../trpc.ts";
import {
  compareCursors,
  NO_ROOM,
  type Outgoing,
  type PageOfMessages,
  type RoomState,
  withAnswer,
  withChanges,
  withLatest,
  withOlder,
} from "./room.state.ts";

/** Who is further behind than so many answers reads the newest page instead of all that came between. */
const MAX_ROUNDS = 5;

/** What one tab tells the others: all changes after `from`, up to the cursor. */
interface RoomNews extends PageOfMessages {
  readonly from: string;
  /** Says only where the tab stands that tells the others; nothing was heard yet. */
  readonly greeting?: true;
}

export interface RoomView extends RoomState {
  readonly failed: unknown;
  readonly loadingOlder: boolean;
  /** Why older messages did not come. */
  readonly olderFailed: unknown;
  /** Neither stream nor questions get through. */
  readonly cutOff: boolean;
  /** The end of the list is before the reader's eyes. */
  readonly seen: boolean;
}

/** A room as this page follows it. Kept while the page lives: who comes back finds it as they left it. */
export class RoomStore {
  readonly roomId: string;
  readonly #me: string;
  readonly #listeners = new Set<() => void>();
  readonly #intents = new Map<string, Intent>();
  #view: RoomView = {
    ...NO_ROOM,
    ...{ failed: null, loadingOlder: false, olderFailed: null, cutOff: false, seen: false },
  };
  #visible = false;
  /** Since the last pause nothing was heard yet: what comes first came while nobody looked. */
  #away = true;
  /** What changed while an older page was under way. */
  #meanwhile: ChatMessage[] = [];
  #loading: Promise<void> | null = null;
  #catching: Promise<void> | null = null;

  constructor(roomId: string, me: string) {
    this.roomId = roomId;
    this.#me = me;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly read = (): RoomView => this.#view;

  #change(next: Partial<RoomView>): void {
    this.#view = { ...this.#view, ...next };
    for (const tell of this.#listeners) tell();
  }

  /**
   * Reads the newest page, once. `readUpTo`: createdAt of the last message that the member has read; `unread`: how many came
   * since, which the page should reach back to.
   */
  load(readUpTo: string | null, unread = 0): Promise<void> {
    if (this.#view.cursor !== null) return Promise.resolve();
    this.#loading ??= this.#latest(readUpTo, unread).finally(() => {
      this.#loading = null;
    });
    return this.#loading;
  }

  async #latest(readUpTo: string | null, unread = 0): Promise<void> {
    this.#change({ failed: null });
    try {
      // Some that were read stand above the line.
      const limit = Math.min(LIMITS.pageSize.max, Math.max(CHAT.pageSize, unread + 10));
      const page = await client.chat.messages.query({ roomId: this.roomId, limit });
      this.#meanwhile = [];
      this.#change(withLatest(this.#view, page, { limit, readUpTo, me: this.#me }));
    } catch (failed) {
      noticeDeadSession(failed);
      this.#change({ failed });
    }
  }

  /** Reads the page before the first message known. Never rejects. */
  async older(limit: number = CHAT.pageSize): Promise<void> {
    const { messages, reachedStart, loadingOlder, cursor } = this.#view;
    const first = messages[0];
    if (cursor === null || reachedStart || loadingOlder || !first) return;
    const changes: ChatMessage[] = [];
    this.#meanwhile = changes;
    this.#change({ loadingOlder: true, olderFailed: null });
    try {
      const page = await client.chat.messages.query({ roomId: this.roomId, limit, before: first.createdAt });
      // Where the newest page has come in place of all meanwhile, this one does not join on.
      const joins = this.#meanwhile === changes;
      this.#change({ ...(joins && withOlder(this.#view, page.messages, { limit, changes })), loadingOlder: false });
    } catch (olderFailed) {
      noticeDeadSession(olderFailed);
      this.#change({ loadingOlder: false, olderFailed });
    }
  }

  /** Whether the room is before the reader's eyes, and whether the end of the list is. */
  setView({ visible, atEnd }: { visible: boolean; atEnd: boolean }): void {
    const left = this.#visible && !visible;
    this.#visible = visible;
    const seen = visible && atEnd;
    const { fresh, marker } = this.#view;
    // Who looks away has read all there was: the next line stands before what comes meanwhile.
    const read = left && fresh === 0;
    if (seen === this.#view.seen && !(seen && fresh > 0) && !(read && marker !== null)) return;
    this.#change({ seen, fresh: seen ? 0 : fresh, marker: read ? null : marker });
  }

  /** Follows the room while the page can be seen, in one tab for all. Call after `load`. @returns what ends it */
  follow(): () => void {
    return whileVisible(() => {
      this.#away = true;
      return shareAmongTabs<RoomNews>({
        name: `bbux.chat.${this.#me}.${this.roomId}`,
        lead: (publish) => this.#lead(publish),
        onNews: (news) => void this.#hear(news),
      });
    });
  }

  #lead(publish: (news: RoomNews) => void): () => void {
    const input = (since: string) => ({ roomId: this.roomId, since });
    const known = () => this.#view.cursor ?? "0";
    let asking = false;
    // A tab that comes later learns from this where the others stand.
    publish({ from: known(), messages: [], cursor: known(), greeting: true });
    return stayConnected<RoomNews>({
      onNews: publish,
      pollMs: CHAT.pollMs,
      open: typeof EventSource === "undefined" ? null : (told) => this.#openStream(input(known()), told),
      poll: async () => {
        if (asking) return;
        asking = true;
        const from = known();
        try {
          const { messages, cursor } = await client.chat.changes.query(input(from));
          this.#change({ cutOff: false });
          publish({ from, messages, cursor });
        } catch (error) {
          noticeDeadSession(error);
          if (isOutcomeUnknown(error)) this.#change({ cutOff: true });
        } finally {
          asking = false;
        }
      },
    });
  }

  #openStream(input: { roomId: string; since: string }, { up, news, lost }: StreamEvents<RoomNews>): () => void {
    let from = input.since;
    const stream = client.chat.live.subscribe(input, {
      onStarted: () => {
        this.#change({ cutOff: false });
        up();
      },
      onData: ({ data: { messages, cursor } }) => {
        news({ from, messages, cursor });
        from = cursor;
      },
      onError: lost,
      onComplete: lost,
      // The browser would try again every few seconds, for ever; stayConnected takes its time.
      onConnectionStateChange: ({ state, error }) => {
        if (state === "connecting" && error) lost();
      },
    });
    return () => stream.unsubscribe();
  }

  async #hear({ from, messages, cursor, greeting }: RoomNews): Promise<void> {
    const known = this.#view.cursor;
    if (known === null) return;
    const seen = this.#view.seen && !this.#away;
    if (!greeting) this.#away = false;
    if (compareCursors(from, known) > 0) {
      this.#catching ??= this.#catchUp(seen).finally(() => {
        this.#catching = null;
      });
      await this.#catching;
      return;
    }
    // The room has gone back, as after a restored backup: what is known of it is worth nothing.
    if (from === known && compareCursors(cursor, known) < 0) await this.#latest(null);
    else this.#take({ messages, cursor }, seen);
  }

  #take(page: PageOfMessages, seen: boolean): void {
    if (this.#view.loadingOlder) this.#meanwhile.push(...page.messages);
    const next = withChanges(this.#view, page, { seen, me: this.#me });
    if (next !== this.#view) this.#change(next);
  }

  /** Reads what was missed, as after a sleep. */
  async #catchUp(seen: boolean): Promise<void> {
    try {
      for (let round = 0; round < MAX_ROUNDS; round++) {
        const since = this.#view.cursor ?? "0";
        const answer: ListMessages = await client.chat.changes.query({ roomId: this.roomId, since });
        this.#take(answer, seen);
        if (answer.messages.length < CHAT.changes) return;
      }
      await this.#latest(this.#view.messages.at(-1)?.createdAt ?? null);
    } catch (error) {
      // The next news finds the gap still there.
      noticeDeadSession(error);
    }
  }

  /** Shows a message at once and sends it. Never rejects: a failure stands beside the message. */
  async send(content: string, messageType: MessageType): Promise<void> {
    const outgoing: Outgoing = {
      ...{ key: newKey(), content, messageType, failure: null },
      createdAt: new Date().toISOString(),
    };
    this.#intents.set(outgoing.key, new Intent());
    this.#change({ outgoing: [...this.#view.outgoing, outgoing], marker: null });
    await this.#deliver(outgoing);
  }

  async retry(outgoing: Outgoing): Promise<void> {
    this.#note(outgoing.key, null);
    await this.#deliver(outgoing);
  }

  discard({ key }: Outgoing): void {
    this.#intents.delete(key);
    this.#change({ outgoing: this.#view.outgoing.filter((one) => one.key !== key) });
  }

  #note(key: string, failure: string | null): void {
    const outgoing = this.#view.outgoing.map((one) => (one.key === key ? { ...one, failure } : one));
    this.#change({ outgoing });
  }

  async #deliver(outgoing: Outgoing): Promise<void> {
    const { key, content, messageType } = outgoing;
    const intent = this.#intents.get(key);
    try {
      const input = { roomId: this.roomId, content, messageType };
      const { message } = await client.chat.send.mutate(input, { context: { intent } });
      this.discard(outgoing);
      this.answered(message);
    } catch (error) {
      noticeDeadSession(error);
      // The news of it came before the call failed: it is there.
      if (!this.#view.outgoing.some((one) => one.key === key)) return;
      this.#note(key, sendFailure(error));
      notifyError(messageType === "GIF" ? CHAT_WORDS.gifFailed : CHAT_WORDS.sendFailed);
    }
  }

  /** A message as the server answered an edit or a removal. */
  answered(message: ChatMessage): void {
    this.#change(withAnswer(this.#view, message));
  }
}

/** Why a message was not sent, beside it. */
function sendFailure(error: unknown): string {
  if (codeOf(error) !== "RATE_LIMITED") return messageOf(error, "Not sent");
  const { retryAfter } = factsAbout(error);
  const wait = typeof retryAfter === "number" ? `in ${waitWords(retryAfter)}` : "in a moment";
  return `Too many messages. Try again ${wait}.`;
}

/** "12 seconds", "3 minutes": rounded up, as earlier would be too early. */
export function waitWords(seconds: number): string {
  const [count, unit] = seconds < 90 ? [Math.ceil(seconds), "second"] : [Math.ceil(seconds / 60), "minute"];
  return `${count} ${unit}${count === 1 ? "" : "s"}`;
}
