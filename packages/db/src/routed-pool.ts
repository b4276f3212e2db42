import type { PostgresPool, PostgresPoolClient, PostgresQueryResult } from "kysely";
import pg from "pg";
import { codeOf, messageOf } from "./pg-error.ts";
import { WrappedClient } from "./wrapped-client.ts";

/** A server to read from. */
export interface ReadPlace {
  readonly pool: PostgresPool;
  /** Told that it broke off; it isn't chosen until it's in order again. */
  fail(error: unknown): void;
}

/** PostgreSQL's statement timeout: another server would take as long. */
const TOO_LONG = "57014";
/** Of pg-pool, which has no code for it: all connections were in use for as long as one may wait. */
const ALL_IN_USE = "timeout exceeded when trying to connect";
const BEGIN = /^\s*(begin|start transaction)\b/i;
const END = /^\s*(commit|rollback)\s*$/i;

/**
 * A pool for the reads of one request, whose connections come from one place, so that what it reads first isn't missing later. A
 * statement that fails there runs again at the primary, which also has what the place lacks: rights on secrets, or a table that a
 * migration has just made. From then on everything does, because the place may be behind. Within a transaction that has begun, it fails.
 */
export function routedPool(primary: PostgresPool, place: ReadPlace): PostgresPool {
  let isLeft = false;
  const leave = () => {
    isLeft = true;
  };
  return {
    options: primary.options,
    // The pools are closed by those who opened them.
    end: async () => undefined,
    async connect() {
      if (isLeft) return primary.connect();
      try {
        return new RoutedClient(await place.pool.connect(), { place, primary, leave });
      } catch (error) {
        leave();
        if (messageOf(error) !== ALL_IN_USE) place.fail(error);
        return primary.connect();
      }
    },
  };
}

interface Route {
  readonly place: ReadPlace;
  readonly primary: PostgresPool;
  /** Has the request's later connections come from the primary. */
  leave(): void;
}

class RoutedClient extends WrappedClient {
  /** Where the client is from; null once it's the primary's. */
  #route: Route | null;
  #isOpen = false;
  #isBroken = false;

  constructor(client: PostgresPoolClient, route: Route) {
    super(client);
    this.#route = route;
  }

  protected send<R>(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<R>> {
    return this.#route ? this.#tryThere<R>(text, values, this.#route) : this.client.query<R>(text, values);
  }

  async #tryThere<R>(text: string, values: readonly unknown[], route: Route): Promise<PostgresQueryResult<R>> {
    try {
      const result = await this.client.query<R>(text, values);
      if (BEGIN.test(text)) this.#isOpen = true;
      if (END.test(text)) this.#isOpen = false;
      return result;
    } catch (error) {
      if (isBreakdown(error)) {
        this.#isBroken = true;
        route.leave();
        route.place.fail(error);
      }
      if (this.#isOpen || codeOf(error) === TOO_LONG) throw error;
      route.leave();
      const next = await route.primary.connect();
      this.client.release(this.#isBroken);
      [this.client, this.#route, this.#isBroken] = [next, null, false];
      return next.query<R>(text, values);
    }
  }

  override release(destroy?: boolean): void {
    super.release(destroy || this.#isBroken);
  }
}

/** A connection that was lost, or a server that shuts down, as opposed to a statement that it refuses. */
function isBreakdown(error: unknown): boolean {
  return !(error instanceof pg.DatabaseError) || /^(08|57P)/.test(codeOf(error));
}
