import { type ParameterName, type Parameters, parameterProblem } from "@bbux/contract";
import type { DB } from "@bbux/db";
import { sql, type Transaction } from "kysely";
import { invalidField } from "../errors/errors.ts";
import { writeLog } from "../log-line/write.command.ts";
import { FEES, feeInForce } from "./fee-in-force.command.ts";
import { describeChange, parametersIn } from "./parameters.queries.ts";

/**
 * Changes a parameter from now on, in the caller's transaction, with a line in the transparency log. The second of two
 * concurrent changes waits, so `previous` is the true previous value. Setting the current value again writes nothing,
 * unless a proposal decided it, which is always recorded.
 * @param change.by the proposal that decided it, or the admin; nobody for the operator
 * @returns the value before
 * @throws AppError VALIDATION_ERROR beyond the parameter's bounds
 */
export async function changeParameter(
  trx: Transaction<DB>,
  defaults: Parameters,
  change: {
    readonly name: ParameterName;
    readonly value: bigint;
    readonly by: { readonly proposalId: string } | { readonly actorId: string | null };
    readonly reason: string;
    readonly at: Date;
  },
): Promise<bigint> {
  const { name, value, by, reason, at } = change;
  const problem = parameterProblem(name, value);
  if (problem !== null) throw invalidField("value", problem);
  await sql`select pg_advisory_xact_lock(hashtextextended('parameters', 0))`.execute(trx);
  const previous = (await parametersIn(trx, defaults))[name];
  if (previous === value && "actorId" in by) return previous;
  await trx
    .insertInto("parameter_changes")
    .values({
      name,
      value,
      previous,
      reason,
      created_at: at,
      proposal_id: "proposalId" in by ? by.proposalId : null,
      actor_id: "actorId" in by ? by.actorId : null,
    })
    .execute();
  await writeLog(trx, {
    type: "PARAMETER_CHANGED",
    subject: `parameter:${name}`,
    description: describeChange(name, previous, value),
  });
  const fee = FEES.find((each) => each === name);
  if (fee) await feeInForce(trx, defaults, fee);
  return previous;
}
