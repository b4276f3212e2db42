/**
 * The part of the browser's EventSource that tRPC's client needs, which Node lacks: it sends headers, reconnects after a break,
 * and then names its last event.
 */
export function eventSourceOf(headers: Record<string, string>) {
  const open = new Set<FetchedEvents>();

  class FetchedEvents extends EventTarget {
    static readonly CONNECTING = 0;
    static readonly OPEN = 1;
    static readonly CLOSED = 2;
    readonly CONNECTING = 0;
    readonly OPEN = 1;
    readonly CLOSED = 2;
    readyState = 0;
    #leaving = new AbortController();
    #last = "";
    readonly #url: string;

    constructor(url: string) {
      super();
      this.#url = url;
      open.add(this);
      void this.#run();
    }

    async #run(): Promise<void> {
      while (this.readyState !== 2) {
        this.#leaving = new AbortController();
        await this.#connect().catch(() => undefined);
        if (this.readyState === 2) return;
        this.readyState = 0;
        this.dispatchEvent(new Event("error"));
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
    }

    async #connect(): Promise<void> {
      const last = this.#last === "" ? {} : { "last-event-id": this.#last };
      const response = await fetch(this.#url, { headers: { ...headers, ...last }, signal: this.#leaving.signal });
      if (!response.ok || !response.body) throw new Error(`answered ${response.status}`);
      this.readyState = 1;
      this.dispatchEvent(new Event("open"));
      let event = new Map<string, string>();
      let text = "";
      for await (const chunk of response.body.pipeThrough(new TextDecoderStream())) {
        text += chunk;
        const lines = text.split("\n");
        text = lines.pop() ?? "";
        for (const line of lines) {
          if (line !== "") {
            const colon = line.indexOf(":");
            event.set(line.slice(0, colon), line.slice(colon + 1).trimStart());
          } else if (event.size > 0) {
            this.#last = event.get("id") ?? this.#last;
            const init = { data: event.get("data") ?? "", lastEventId: this.#last };
            this.dispatchEvent(new MessageEvent(event.get("event") ?? "message", init));
            event = new Map();
          }
        }
      }
    }

    /** Simulates a network failure. */
    break(): void {
      this.#leaving.abort();
    }

    close(): void {
      this.readyState = 2;
      open.delete(this);
      this.#leaving.abort();
    }
  }

  return {
    EventSource: FetchedEvents,
    breakAll: () => {
      for (const one of open) one.break();
    },
  };
}
