import { IconCircleCheckFilled, IconCircleDashed } from "@tabler/icons-react";
import { StatusBadge } from "../../components/StatusBadge.tsx";
import classes from "./Setup.module.css";
import type { StepState } from "./steps.ts";

interface ChecklistProps {
  readonly steps: readonly { readonly name: string; readonly title: string; readonly state: StepState }[];
}

/** The steps of the setup with how far they are, each a link to its section. */
export function Checklist({ steps }: ChecklistProps) {
  const done = steps.filter(({ state }) => state.isDone).length;
  return (
    <nav className={classes.checklist} aria-labelledby="checklist">
      <h2 id="checklist">Checklist</h2>
      <p className={classes.done}>
        {done} of {steps.length} done
      </p>
      <ol>
        {steps.map(({ name, title, state }) => (
          <li key={name}>
            <a href={`#${name}`}>
              {state.isDone ? (
                <IconCircleCheckFilled size={20} data-done aria-hidden />
              ) : (
                <IconCircleDashed size={20} stroke={1.6} aria-hidden />
              )}
              <span>{title}</span>
              <StatusBadge {...state} />
            </a>
          </li>
        ))}
      </ol>
    </nav>
  );
}
