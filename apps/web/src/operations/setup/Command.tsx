import type { ReactNode } from "react";
import { CopyLine } from "../../components/CopyLine.tsx";
import classes from "./Setup.module.css";

interface CommandProps {
  readonly command: string;
  /** Says what the command does. */
  readonly children: ReactNode;
}

/** A command for the server's terminal, to be copied. */
export function Command({ command, children }: CommandProps) {
  return (
    <div>
      <p>{children}</p>
      <p className={classes.command}>
        <CopyLine value={command} label="Copy command">
          <code>{command}</code>
        </CopyLine>
      </p>
    </div>
  );
}
