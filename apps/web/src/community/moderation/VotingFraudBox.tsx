import { Checkbox } from "@mantine/core";

interface VotingFraudBoxProps {
  readonly username: string;
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
}

/** How voting fraud affects a member's votes. */
export const fraud = (who: string) =>
  `Votes that ${who} has already cast on answers no longer count toward any bounty, even after the suspension ends.`;

/** Asks whether a suspension is for voting fraud, which takes away the votes that decide about bounties. */
export function VotingFraudBox({ username, checked, onChange }: VotingFraudBoxProps) {
  return (
    <Checkbox
      label="Suspend for voting fraud"
      description={fraud(username)}
      checked={checked}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
  );
}
