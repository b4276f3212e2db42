import { Button } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { StatusBadge } from "../../components/StatusBadge.tsx";
import classes from "./Setup.module.css";
import type { StepState } from "./steps.ts";

interface StepProps {
  /** Its place in the address, after the #. */
  readonly name: string;
  readonly title: string;
  readonly state: StepState;
  readonly lead?: ReactNode;
  /** For a long section, what it shows instead of its form once it is done. */
  readonly summary?: ReactNode;
  readonly children: ReactNode;
}

/** A section of the setup, with its state beside the heading. */
export function Step({ name, title, state, lead, summary, children }: StepProps) {
  // Decided when the page is opened, so that a form doesn't close under the hand.
  const [isFoldable] = useState(state.isDone && summary !== undefined);
  const [isOpen, setOpen] = useState(!isFoldable);
  return (
    <section className={classes.step} aria-labelledby={name}>
      <div className={classes.heading}>
        <h2 id={name} tabIndex={-1}>
          {title}
        </h2>
        <StatusBadge {...state} />
        {isFoldable && (
          <Button
            variant="default"
            size="xs"
            aria-label={isOpen ? `Close: ${title}` : `Change: ${title}`}
            onClick={() => setOpen(!isOpen)}
          >
            {isOpen ? "Close" : "Change"}
          </Button>
        )}
      </div>
      {isOpen ? (
        <>
          {lead && <p className={classes.lead}>{lead}</p>}
          {children}
        </>
      ) : (
        summary
      )}
    </section>
  );
}
