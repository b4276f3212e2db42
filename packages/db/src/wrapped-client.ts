import type { PostgresCursor, PostgresPoolClient, PostgresQueryResult } from "kysely";

/** A connection that sends statements its own way. Cursors are read as they are. */
export abstract class WrappedClient<Client extends PostgresPoolClient = PostgresPoolClient>
  implements PostgresPoolClient
{
  protected client: Client;

  constructor(client: Client) {
    this.client = client;
  }

  get processID(): number | undefined {
    return this.client.processID;
  }

  query<R>(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<R>>;
  query<R>(cursor: PostgresCursor<R>): PostgresCursor<R>;
  query<R>(text: string | PostgresCursor<R>, values: readonly unknown[] = []) {
    return typeof text === "string" ? this.send<R>(text, values) : this.client.query(text);
  }

  release(destroy?: boolean): void {
    this.client.release(destroy);
  }

  protected abstract send<R>(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<R>>;
}
