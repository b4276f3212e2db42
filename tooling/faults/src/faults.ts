import { auth } from "./auth.ts";
import { chain } from "./chain.ts";
import { contract } from "./contract.ts";
import type { Area, Fault, PlacedFault } from "./fault.ts";
import { ledger } from "./ledger.ts";
import { log } from "./log.ts";
import { rules } from "./rules.ts";
import { seeds } from "./seeds.ts";
import { web } from "./web.ts";

const byArea: Record<Area, readonly Fault[]> = {
  ledger,
  chain: [...chain, ...log],
  seeds,
  rules,
  auth,
  contract,
  web,
};

export const faults: readonly PlacedFault[] = Object.entries(byArea).flatMap(([area, list]) =>
  list.map((fault) => ({ ...fault, area: area as Area })),
);
