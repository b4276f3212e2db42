/**
 * How a choice reaches the server, and what the page shows in the meantime. `F` is the server's state, `V` a choice.
 */
export interface LatestWinsOptions<V, F> {
  send(value: V): Promise<F>;
  /** The expected result, shown until the server responds. */
  guess(known: F, value: V): F;
  valueOf(known: F): V;
  show(shown: F): void;
  failed(error: unknown): void;
  /** Nothing is being sent any more. */
  idle(): void;
}

/** How often a choice is sent to a server that responds with something else. */
const MAX_TRIES = 2;

/**
 * Handles a choice that a member changes faster than the server responds: every choice shows immediately, one call runs
 * at a time, and of the choices made in the meantime only the last is sent. A failure shows the server's last state.
 */
export class LatestWins<V, F> {
  readonly #how: LatestWinsOptions<V, F>;
  #known: F;
  #wanted: V;
  #running = false;

  constructor(known: F, how: LatestWinsOptions<V, F>) {
    this.#how = how;
    this.#known = known;
    this.#wanted = how.valueOf(known);
  }

  /** Returns the member's latest choice, whether or not it has reached the server. */
  get wanted(): V {
    return this.#wanted;
  }

  choose(value: V): void {
    this.#wanted = value;
    this.#how.show(this.#how.guess(this.#known, value));
    if (!this.#running) void this.#run();
  }

  async #run(): Promise<void> {
    this.#running = true;
    let tries = 0;
    let last: V | undefined;
    try {
      while (this.#wanted !== this.#how.valueOf(this.#known)) {
        tries = this.#wanted === last ? tries + 1 : 1;
        if (tries > MAX_TRIES) break;
        last = this.#wanted;
        this.#known = await this.#how.send(last);
        // A newer choice is applied to the new figures.
        const shown = this.#wanted === last ? this.#known : this.#how.guess(this.#known, this.#wanted);
        this.#how.show(shown);
      }
    } catch (error) {
      this.#wanted = this.#how.valueOf(this.#known);
      this.#how.show(this.#known);
      this.#how.failed(error);
    } finally {
      this.#running = false;
      this.#how.idle();
    }
  }
}
