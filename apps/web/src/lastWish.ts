/** How a wish reaches the server, and what the page shows meanwhile. `F` is what the server knows, `V` what one can wish. */
export interface Wishing<V, F> {
  send(value: V): Promise<F>;
  /** What will probably come of it: shown until the server answers. */
  guess(known: F, value: V): F;
  valueOf(known: F): V;
  show(shown: F): void;
  failed(error: unknown): void;
  /** Nothing is under way any more. */
  idle(): void;
}

/** A server that answers with something else than was wished is asked this often. */
const MAX_TRIES = 2;

/**
 * One thing that a person switches to and fro faster than the server answers: every wish shows at once, one call runs at a
 * time, and of the wishes meanwhile only the last is sent. A failure shows what the server last said.
 */
export class LastWish<V, F> {
  readonly #how: Wishing<V, F>;
  #known: F;
  #wanted: V;
  #running = false;

  constructor(known: F, how: Wishing<V, F>) {
    this.#how = how;
    this.#known = known;
    this.#wanted = how.valueOf(known);
  }

  /** What the person wants by now, whether the server knows it or not. */
  get wanted(): V {
    return this.#wanted;
  }

  wish(value: V): void {
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
        // A newer wish shows what it will make of the new figures.
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
