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
import type { Services } from "../context/index.ts";

interface Latest {
  readonly name: string;
  readonly value: string;
  readonly created_at: Date;
}

/** @param before leaves out changes at this instant or later; null leaves out nothing */
const latestOfEach = statement(
  (before: Date | null) => sql<Latest>`
    select distinct on (name) name, value::text, created_at from parameter_changes
     where ${before}::timestamptz is null or created_at < ${before}
     order by name, id desc`,
);

/**
 * Returns what is in force: the last change of each parameter, otherwise the configured value. One round trip; inside a
 * transaction, what is in force there. Integers in each parameter's unit.
 * @param before returns what was in force just before this instant, for computations about the past that later changes
 *   must not affect
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

type ParameterReader = Pick<Services, "db" | "parameterDefaults">;

/** Returns every parameter with its bounds, which are public. */
export async function listParameters({ db, parameterDefaults }: ParameterReader): Promise<{ parameters: Parameter[] }> {
  const changed = new Map((await latestOfEach(db, null)).map((row) => [row.name, row]));
  return {
    parameters: PARAMETER_NAMES.map((name): Parameter => {
      const { title, says, unit, min, max } = PARAMETERS[name];
      const latest = changed.get(name);
      return {
        name,
        title,
        says,
        unit,
        value: latest?.value ?? parameterDefaults[name].toString(),
        default: parameterDefaults[name].toString(),
        min: min.toString(),
        max: max.toString(),
        changedAt: latest?.created_at.toISOString() ?? null,
      };
    }),
  };
}

/** Returns one of them. */
export async function getParameter(reading: ParameterReader, name: ParameterName): Promise<Parameter> {
  const { parameters } = await listParameters(reading);
  const found = parameters.find((parameter) => parameter.name === name);
  if (!found) throw new Error(`There is no parameter ${name}`);
  return found;
}

/** Returns past changes, latest first. */
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
