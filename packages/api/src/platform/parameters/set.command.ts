import type { ParameterName, Parameters } from "@bbux/contract";
import type { Database, DB } from "@bbux/db";
import type { Transaction } from "kysely";
import { audit } from "../audit-log/audit.command.ts";
import { changeParameter } from "./change.command.ts";
import { describeChange } from "./parameters.queries.ts";

export interface ParameterToSet {
  readonly name: ParameterName;
  /** In the parameter's unit. */
  readonly value: bigint;
  /** The admin; null for an operator's command. */
  readonly actor: string | null;
  readonly reason: string;
  readonly at: Date;
}

/**
 * Changes a parameter for an admin or the operator, from now on, with a line in the transparency log and in the audit
 * log. Setting the current value again writes nothing.
 * @returns the value before
 * @throws AppError VALIDATION_ERROR beyond the parameter's bounds
 */
export function setParameter(db: Database, defaults: Parameters, change: ParameterToSet): Promise<bigint> {
  return db.transaction().execute((trx) => setIn(trx, defaults, change));
}

async function setIn(trx: Transaction<DB>, defaults: Parameters, change: ParameterToSet): Promise<bigint> {
  const { name, value, actor, reason, at } = change;
  const previous = await changeParameter(trx, defaults, { name, value, by: { actorId: actor }, reason, at });
  if (previous === value) return previous;
  await audit(trx, {
    actor,
    action: "PARAMETER_SET",
    reason,
    at,
    target: { kind: "parameter", id: name },
    details: { previous: previous.toString(), value: value.toString(), change: describeChange(name, previous, value) },
  });
  return previous;
}
