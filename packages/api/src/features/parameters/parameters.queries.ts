import {
  formatParameter,
  PARAMETER_NAMES,
  PARAMETERS,
  type Parameter,
  type ParameterChange,
  type ParameterName,
  type Parameters,
} from "@bbux/contract";
import { type Database, statement } from "@bbux/db";
import { sql } from "kysely";
import type { Services } from "../../context.ts";

interface Latest {
  readonly name: string;
  readonly value: string;
  readonly created_at: Date;
}

/** @param before leaves out what was changed at this instant or later; null leaves out nothing */
const latestOfEach = statement(
  (before: Date | null) => sql<Latest>`
    select distinct on (name) name, value::text, created_at from parameter_changes
     where ${before}::timestamptz is null or created_at < ${before}
     order by name, id desc`,
);

/**
 * What is in force: the last change of each parameter, or what the operator has configured. One round trip; in a
 * transaction, what holds for it. Integers in each parameter's unit.
 * @param before what was in force just before this instant: for what is reckoned later and must not feel what was changed
 *   since
 */
export async function parametersIn(
  db: Database,
  defaults: Parameters,
  before: Date | null = null,
): Promise<Parameters> {
  const changed = await latestOfEach(db, before);
  const known = new Set<string>(PARAMETER_NAMES);
  const values = changed.filter(({ name }) => known.has(name)).map(({ name, value }) => [name, BigInt(value)]);
  return { ...defaults, ...Object.fromEntries(values) };
}

type Reading = Pick<Services, "db" | "parameterDefaults">;

/** Every parameter with its bounds, as anyone may read them. */
export async function listParameters({ db, parameterDefaults }: Reading): Promise<{ parameters: Parameter[] }> {
  const changed = new Map((await latestOfEach(db, null)).map((row) => [row.name, row]));
  return {
    parameters: PARAMETER_NAMES.map((name): Parameter => {
      const { title, says, unit, min, max } = PARAMETERS[name];
      const latest = changed.get(name);
      return {
        ...{ name, title, says, unit },
        value: latest?.value ?? parameterDefaults[name].toString(),
        default: parameterDefaults[name].toString(),
        min: min.toString(),
        max: max.toString(),
        changedAt: latest?.created_at.toISOString() ?? null,
      };
    }),
  };
}

/** One of them. */
export async function getParameter(reading: Reading, name: ParameterName): Promise<Parameter> {
  const { parameters } = await listParameters(reading);
  const found = parameters.find((parameter) => parameter.name === name);
  if (!found) throw new Error(`There is no parameter ${name}`);
  return found;
}

/** What was changed, the latest first. */
export async function parameterHistory(
  db: Database,
  { name, limit }: { readonly name?: ParameterName | undefined; readonly limit: number },
): Promise<{ changes: ParameterChange[] }> {
  const rows = await db
    .selectFrom("parameter_changes")
    .select(["id", "name", "value", "previous", "proposal_id", "reason", "created_at"])
    .$if(name !== undefined, (query) => query.where("name", "=", name ?? ""))
    .orderBy("id", "desc")
    .limit(limit)
    .execute();
  return {
    changes: rows.map((row) => ({
      id: String(row.id),
      name: row.name,
      value: String(row.value),
      previous: String(row.previous),
      proposalId: row.proposal_id === null ? null : String(row.proposal_id),
      reason: row.reason,
      createdAt: row.created_at.toISOString(),
    })),
  };
}

/** `Fee on a bounty: 5% → 4%` */
export function describeChange(name: ParameterName, previous: bigint, value: bigint): string {
  return `${PARAMETERS[name].title}: ${formatParameter(name, previous)} → ${formatParameter(name, value)}`;
}
