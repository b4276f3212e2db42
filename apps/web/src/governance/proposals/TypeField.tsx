import { type Parameters, PROPOSAL_STAKES, PROPOSAL_TYPES, type ProposalType } from "@bbux/contract";
import { Radio, Skeleton } from "@mantine/core";
import { Amount } from "../../components/Amount.tsx";
import classes from "./ProposalForm.module.css";
import { TYPES } from "./proposalLabels.ts";

interface TypeFieldProps {
  readonly value: ProposalType;
  readonly onChange: (type: ProposalType) => void;
  /** `null` until they are loaded. */
  readonly parameters: Parameters | null;
  /** The member's stake in base units; `null` until it is known. */
  readonly staked: bigint | null;
}

/** The type of a proposal, with the stake that each requires. */
export function TypeField({ value, onChange, parameters, staked }: TypeFieldProps) {
  return (
    <Radio.Group
      label="What kind of proposal"
      value={value}
      onChange={(chosen) => onChange(PROPOSAL_TYPES.find((type) => type === chosen) ?? "SIGNAL")}
    >
      <div className={classes.types}>
        {PROPOSAL_TYPES.map((type) => {
          const needed = parameters?.[PROPOSAL_STAKES[type]];
          const short = needed !== undefined && staked !== null && staked < needed;
          return (
            <Radio.Card key={type} value={type} className={classes.type} aria-label={TYPES[type].name}>
              <Radio.Indicator size="sm" />
              <span>
                <strong>{TYPES[type].name}</strong>
                <span className={classes.says}>{TYPES[type].says}</span>
                <span className={classes.needs} data-short={short || undefined}>
                  {needed === undefined ? (
                    <Skeleton component="span" width={120} height={12} display="inline-block" />
                  ) : (
                    <>
                      Needs <Amount value={needed} fixed plain /> staked
                    </>
                  )}
                </span>
              </span>
            </Radio.Card>
          );
        })}
      </div>
    </Radio.Group>
  );
}
