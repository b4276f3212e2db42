import { SegmentedControl } from "@mantine/core";

type Status = "open" | "decided";

interface StatusSwitchProps {
  /** Which cases it is about. */
  readonly label: string;
  readonly status: Status;
  /** Undefined for those that are open, which the URL doesn't name. */
  readonly onChange: (status: "decided" | undefined) => void;
}

/** Chooses between the cases of a queue that are open and those that are decided. */
export function StatusSwitch({ label, status, onChange }: StatusSwitchProps) {
  return (
    <SegmentedControl
      aria-label={label}
      size="xs"
      data={[
        { value: "open", label: "Waiting" },
        { value: "decided", label: "Decided" },
      ]}
      value={status}
      onChange={(value) => onChange(value === "decided" ? "decided" : undefined)}
    />
  );
}
