import { ActionIcon, CopyButton, Tooltip } from "@mantine/core";
import { IconCheck, IconCopy } from "@tabler/icons-react";
import type { ReactNode } from "react";
import classes from "./CopyLine.module.css";

interface CopyLineProps {
  /** The complete value to copy. */
  readonly value: string;
  /** The button's name: "Copy address". */
  readonly label: string;
  /** Shown instead of the value. */
  readonly children?: ReactNode;
}

/** A long string that may break anywhere, with a copy button. */
export function CopyLine({ value, label, children }: CopyLineProps) {
  return (
    <span className={classes.line}>
      <span className={classes.value} data-plain={children ? true : undefined}>
        {children ?? value}
      </span>
      <CopyButton value={value} timeout={2000}>
        {({ copied, copy }) => (
          <Tooltip label={copied ? "Copied" : label}>
            <ActionIcon
              className={classes.copy}
              variant="subtle"
              color="gray"
              aria-label={copied ? "Copied" : label}
              onClick={copy}
            >
              {copied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />}
            </ActionIcon>
          </Tooltip>
        )}
      </CopyButton>
    </span>
  );
}
