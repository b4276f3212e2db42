import { createPasswords, type Services } from "@bbux/api";
import { createDepositAddresses } from "@bbux/chain";
import type { Database } from "@bbux/db";
import type { Env } from "./env.ts";
import type { Secrets } from "./secrets.ts";
import { createStorage } from "./storage/index.ts";

/** What the product needs of the outside world, put together from the environment. */
export function createServices(deps: {
  env: Env;
  db: Database;
  secrets: Secrets;
  enqueue: Services["enqueue"];
  signals: Services["signals"];
  now?: Services["now"];
}): Services {
  const addresses = createDepositAddresses(deps.secrets.platformSeed);
  return {
    db: deps.db,
    now: deps.now ?? (() => new Date()),
    passwords: createPasswords(),
    enqueue: deps.enqueue,
    signals: deps.signals,
    depositAddress: (userId) => addresses.addressOf(userId),
    secureCookies: deps.env.NODE_ENV === "production",
    media: createStorage(deps.env),
  };
}
