import { listParameters, parameterHistory, setParameter } from "@bbux/api/operator";
import {
  formatAmount,
  formatParameter,
  PARAMETER_NAMES,
  PARAMETERS,
  type ParameterName,
  parseAmount,
  setParameterInput,
} from "@bbux/contract";
import { parameterDefaults } from "@bbux/server/parameters";
import { Argument, type Command } from "commander";
import { CommandError } from "../operator.ts";
import type { Services } from "../services.ts";

const LATEST = 20;

export function addParameterCommands(program: Command, { env, withDatabase, console }: Services): void {
  const parameters = program
    .command("parameters")
    .description("Fees, rates and thresholds: what holds, what was changed, and to change it.");

  parameters
    .command("list", { isDefault: true })
    .description("Show what holds, the bounds within which it may be changed, and the latest changes.")
    .action(() =>
      withDatabase("read", async (db) => {
        const { parameters: inForce } = await listParameters({ db, parameterDefaults: parameterDefaults(env()) });
        for (const { name, value, min, max, default: configured, title } of inForce) {
          const words = (units: string) => formatValue(name, BigInt(units));
          const changed = value === configured ? "" : `, without changes ${words(configured)}`;
          console.out(
            `${name.padEnd(20)} ${words(value).padStart(12)}  ${title} (${words(min)} to ${words(max)}${changed})`,
          );
        }
        const { changes } = await parameterHistory(db, { limit: LATEST });
        for (const { createdAt, name, previous, value, proposalId, reason } of changes.toReversed()) {
          const by = proposalId === null ? "" : ` by proposal ${proposalId}`;
          console.out(`${createdAt}  ${name}: ${said(name, previous)} → ${said(name, value)}${by}: ${reason}`);
        }
      }),
    );

  parameters
    .command("set")
    .summary("change one")
    .description("Change a parameter, from now on. The reason is public, and the change is in the transparency log.")
    .addArgument(new Argument("<name>", "the parameter").choices(PARAMETER_NAMES))
    .argument("<value>", "as `parameters` shows it: 4%, 0.05%, 5 or 100 (BBUX)")
    .requiredOption("--reason <text>", "why, for everyone to read")
    .action((given: ParameterName, typed: string, options: { reason: string }) =>
      withDatabase("app", async (db) => {
        const value = unitsOf(given, typed);
        if (value === null) throw new CommandError(`${typed} is no value of ${given}: give it ${form(given)}`, 2);
        const asked = setParameterInput.safeParse({ name: given, value: value.toString(), reason: options.reason });
        if (!asked.success) throw new CommandError(asked.error.issues[0]?.message ?? "This cannot be", 2);
        const { name, reason } = asked.data;
        const defaults = parameterDefaults(env());
        const previous = await setParameter(db, defaults, { name, value, reason, actor: null, at: new Date() });
        const now = formatValue(name, value);
        console.out(
          previous === value ? `${name} is ${now} already` : `${name}: ${formatValue(name, previous)} → ${now}`,
        );
      }),
    );
}

/** In the operator's notation: `4%`, `0.05%`, `5`, `100`. */
function formatValue(name: ParameterName, value: bigint): string {
  const { decimals, suffix } = shapes[PARAMETERS[name].unit];
  return `${decimals === 9 ? formatAmount(value) : Number(value) / 10 ** decimals}${suffix}`;
}

const shapes = {
  basisPoints: { decimals: 2, suffix: "%" },
  perMillionDaily: { decimals: 4, suffix: "%" },
  count: { decimals: 0, suffix: "" },
  amount: { decimals: 9, suffix: "" },
} as const;

/** @returns null if it can't be the parameter's value, whatever the bounds */
function unitsOf(name: ParameterName, typed: string): bigint | null {
  const { decimals, suffix } = shapes[PARAMETERS[name].unit];
  const bare = suffix !== "" && typed.endsWith(suffix) ? typed.slice(0, -suffix.length) : typed;
  const units = parseAmount(bare);
  const step = 10n ** BigInt(9 - decimals);
  return units === null || units % step !== 0n ? null : units / step;
}

function form(name: ParameterName): string {
  switch (PARAMETERS[name].unit) {
    case "basisPoints":
      return "in percent, with at most two decimals, as 4.25%";
    case "perMillionDaily":
      return "in percent a day, with at most four decimals, as 0.05%";
    case "count":
      return "as a whole number";
    case "amount":
      return "in BBUX, with at most nine decimals";
  }
}

/** A parameter that no longer exists in this version is shown as stored. */
function said(name: string, value: string): string {
  const known = PARAMETER_NAMES.find((each) => each === name);
  return known === undefined ? value : formatParameter(known, BigInt(value));
}
