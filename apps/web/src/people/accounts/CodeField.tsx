import { TextInput, type TextInputProps } from "@mantine/core";

interface CodeFieldProps extends TextInputProps {
  /** Whether it takes the focus when it appears. */
  readonly takesFocus?: boolean;
}

/** The field for a code of an authenticator app, or a recovery code. */
export function CodeField({ takesFocus = false, ...props }: CodeFieldProps) {
  return (
    <TextInput
      ref={takesFocus ? focus : undefined}
      label="Code"
      description="Six digits from your authenticator app, or a recovery code"
      autoComplete="one-time-code"
      autoCapitalize="none"
      spellCheck={false}
      maxLength={64}
      required
      withAsterisk={false}
      {...props}
    />
  );
}

/** Always the same function, so that React calls it only when the field appears. */
function focus(field: HTMLInputElement | null): void {
  field?.focus();
}
