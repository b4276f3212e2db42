import { LIMITS } from "@bbux/contract";
import { TextInput, type TextInputProps } from "@mantine/core";

/** A field for a Solana address, which no keyboard should correct. */
export function AddressInput(props: TextInputProps) {
  return (
    <TextInput
      placeholder="A Solana address"
      autoComplete="off"
      autoCapitalize="off"
      spellCheck={false}
      maxLength={LIMITS.address}
      {...props}
    />
  );
}
