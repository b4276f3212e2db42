import { Checkbox } from "@mantine/core";

interface VotingFraudBoxProps {
  readonly username: string;
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
}

/** Asks whether a suspension is for voting fraud, which takes away the votes that decide about bounties. */
export function VotingFraudBox({ username, checked, onChange }: VotingFraudBoxProps) {
  return (
    <Checkbox
      label="It's for voting fraud"
      description={`Votes that ${username} has cast on answers no longer decide who is paid a bounty, even after the suspension.`}
      checked={checked}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
  );
}
