import { CHAT, CHAT_MESSAGES, type ChatMessage, LIMITS, type ListMessages, type MessageType } from "@bbux/contract";
import { plural } from "../../components/TimeAgo.format.ts";
import { codeOf, factsAbout, isOutcomeUnknown, messageOf } from "../../lib/errors.ts";
import { Intent, newKey } from "../../lib/intent.ts";
import { type StreamEvents, stayConnected } from "../../lib/live/connection.ts";
import { shareAmongTabs, whileVisible } from "../../lib/live/tabs.ts";
import { notifyError } from "../../lib/notify.ts";
import { noticeDeadSession } from "../../lib/sessionEvents.ts";
import { client } from "../../lib/trpc.ts";
import {
  compareCursors,
  type Outgoing,
  type PageOfMessages,
  type RoomView,
  UNREAD_VIEW,
  withAnswer,
  withChanges,
  withLatest,
  withOlder,
} from "./roomState.ts";

/** A client that is more answers behind than this reads the newest page instead. */
const MAX_ROUNDS = 5;

/** What one tab sends the others: all changes after `from`, up to the cursor. */
interface RoomNews extends PageOfMessages {
  readonly from: string;
  /** Only the cursor of the leading tab; it has received nothing yet. */
  readonly greeting?: true;
}

/** Follows a room for this page. Kept while the page lives, so that members find it as they left it. */
export class LiveRoom {
  readonly roomId: string;
  readonly #me: string;
  readonly #listeners = new Set<() => void>();
  readonly #intents = new Map<string, Intent>();
  #view: RoomView = UNREAD_VIEW;
  #visible = false;
  /** Nothing has arrived since the last pause, so the first changes happened while nobody was looking. */
  #away = true;
  /** Changes that arrived while an older page was loading. */
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
    for (const listener of this.#listeners) listener();
  }

  /**
   * Reads the newest page, once. `readUpTo`: createdAt of the last message that the member has read; `unread`: how many
   * have come since, which the page should include.
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
      // Includes some read messages above the unread line.
      const limit = Math.min(LIMITS.pageSize.max, Math.max(CHAT.pageSize, unread + 10));
      const page = await client.chat.messages.query({ roomId: this.roomId, limit });
      this.#meanwhile = [];
      this.#change(withLatest(this.#view, page, { limit, readUpTo, me: this.#me }));
    } catch (failed) {
      noticeDeadSession(failed);
      this.#change({ failed });
    }
  }

  /** Reads the page before the first known message. Never rejects. */
  async older(limit: number = CHAT.pageSize): Promise<void> {
    const { messages, reachedStart, loadingOlder, cursor } = this.#view;
    const first = messages[0];
    if (cursor === null || reachedStart || loadingOlder || !first) return;
    const changes: ChatMessage[] = [];
    this.#meanwhile = changes;
    this.#change({ loadingOlder: true, olderFailed: null });
    try {
      const page = await client.chat.messages.query({ roomId: this.roomId, limit, before: first.createdAt });
      // If the newest page has replaced everything in the meantime, this one no longer connects to it.
      const joins = this.#meanwhile === changes;
      this.#change({ ...(joins && withOlder(this.#view, page.messages, { limit, changes })), loadingOlder: false });
    } catch (olderFailed) {
      noticeDeadSession(olderFailed);
      this.#change({ loadingOlder: false, olderFailed });
    }
  }

  /** Sets whether the room and the end of its list are visible to the reader. */
  setView({ visible, atEnd }: { visible: boolean; atEnd: boolean }): void {
    const left = this.#visible && !visible;
    this.#visible = visible;
    const seen = visible && atEnd;
    const { fresh, marker } = this.#view;
    // A reader who looks away has read everything so far, so the next unread line goes before what arrives in the
    // meantime.
    const read = left && fresh === 0;
    if (seen === this.#view.seen && !(seen && fresh > 0) && !(read && marker !== null)) return;
    this.#change({ seen, fresh: seen ? 0 : fresh, marker: read ? null : marker });
  }

  /**
   * Follows the room while the page is visible, in one tab for all. Call after `load`. @returns a function that stops
   * it
   */
  connect(): () => void {
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
    // Sends a new tab the others' position.
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
      // The browser would retry every few seconds forever; stayConnected backs off.
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
    // The room was rolled back, as after a restored backup, so nothing known of it is valid.
    if (from === known && compareCursors(cursor, known) < 0) await this.#latest(null);
    else this.#take({ messages, cursor }, seen);
  }

  #take(page: PageOfMessages, seen: boolean): void {
    if (this.#view.loadingOlder) this.#meanwhile.push(...page.messages);
    const next = withChanges(this.#view, page, { seen, me: this.#me });
    if (next !== this.#view) this.#change(next);
  }

  /** Reads what was missed, as after sleep. */
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
      // The next change will detect the gap again.
      noticeDeadSession(error);
    }
  }

  /** Shows a message immediately and sends it. Never rejects: a failure is shown beside the message. */
  async send(content: string, messageType: MessageType): Promise<void> {
    const outgoing: Outgoing = {
      key: newKey(),
      content,
      messageType,
      failure: null,
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
      // Its event arrived before the call failed, so it was sent.
      if (!this.#view.outgoing.some((one) => one.key === key)) return;
      this.#note(key, sendFailure(error));
      notifyError(messageType === "GIF" ? CHAT_MESSAGES.gifFailed : CHAT_MESSAGES.sendFailed);
    }
  }

  /** Applies a message from the server's response to an edit or removal. */
  answered(message: ChatMessage): void {
    this.#change(withAnswer(this.#view, message));
  }
}

/** Explains beside the message why it was not sent. */
function sendFailure(error: unknown): string {
  if (codeOf(error) !== "RATE_LIMITED") return messageOf(error, "Not sent");
  const { retryAfter } = factsAbout(error);
  return typeof retryAfter === "number"
    ? `Too many messages. Try again in ${waitText(retryAfter)}.`
    : "Too many messages. Try again in a moment.";
}

/** Formats a wait: "12 seconds", "3 minutes". Rounds up, because earlier would be too early. */
export function waitText(seconds: number): string {
  return seconds < 90
    ? plural(Math.ceil(seconds), ["# second", "# seconds"])
    : plural(Math.ceil(seconds / 60), ["# minute", "# minutes"]);
}
