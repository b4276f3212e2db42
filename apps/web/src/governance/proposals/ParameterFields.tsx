import { formatParameter, PARAMETER_NAMES, PARAMETERS, type ParameterName, type Parameters } from "@bbux/contract";
import { Select, TextInput } from "@mantine/core";
import { withNumbers } from "../../lib/locale.ts";
import { Change } from "./Change.tsx";
import classes from "./ProposalForm.module.css";
import type { ProposalDraft, ProposalProblems } from "./proposalDraft.ts";
import { readValue, UNITS } from "./value.ts";

type Chosen = Pick<ProposalDraft, "parameter" | "value">;

interface ParameterFieldsProps extends Chosen {
  readonly onChange: (part: Partial<Chosen>) => void;
  readonly problems: ProposalProblems;
  /** `null` until they are loaded. */
  readonly parameters: Parameters | null;
}

const CHOICES = PARAMETER_NAMES.map((value) => ({ value, label: PARAMETERS[value].title }));

/** Chooses a parameter and its new value, with its bounds and a before-and-after view. */
export function ParameterFields({ parameter, value, onChange, problems, parameters }: ParameterFieldsProps) {
  const read = parameter && readValue(parameter, value);
  return (
    <div className={classes.parameter}>
      <div className={classes.pair}>
        <Select
          label="What to change"
          placeholder="Choose one"
          data={CHOICES}
          required
          withAsterisk={false}
          allowDeselect={false}
          maxDropdownHeight={320}
          value={parameter}
          onChange={(chosen) =>
            onChange({ parameter: PARAMETER_NAMES.find((name) => name === chosen) ?? null, value: "" })
          }
          error={problems.parameter}
        />
        <TextInput
          label="New value"
          inputMode="decimal"
          autoComplete="off"
          maxLength={20}
          required
          withAsterisk={false}
          disabled={parameter === null}
          placeholder={parameter ? UNITS[PARAMETERS[parameter].unit].example : ""}
          description={parameter && boundsText(parameter)}
          inputWrapperOrder={["label", "input", "description", "error"]}
          rightSection={parameter && <span className={classes.unit}>{UNITS[PARAMETERS[parameter].unit].suffix}</span>}
          rightSectionWidth={72}
          value={value}
          onChange={(event) => onChange({ value: event.currentTarget.value })}
          error={problems.value}
        />
      </div>
      {parameter && (
        <section aria-label="What would change" aria-live="polite">
          <Change
            title={PARAMETERS[parameter].title}
            says={PARAMETERS[parameter].says}
            from={parameters && withNumbers(formatParameter(parameter, parameters[parameter]))}
            to={read && read.value !== null ? withNumbers(formatParameter(parameter, read.value)) : null}
          />
        </section>
      )}
    </div>
  );
}

function boundsText(name: ParameterName): string {
  const { min, max } = PARAMETERS[name];
  return `From ${withNumbers(formatParameter(name, min))} to ${withNumbers(formatParameter(name, max))}`;
}
