import { TextInput, type TextInputProps } from "@mantine/core";

interface CodeFieldProps extends TextInputProps {
  /** Whether it takes the focus when it appears. */
  readonly takesFocus?: boolean;
  /** Whether the member has an authenticator app. */
  readonly hasApp?: boolean;
}

/** The field for a code of an authenticator app, or a recovery code. */
export function CodeField({ takesFocus = false, hasApp = true, ...props }: CodeFieldProps) {
  return (
    <TextInput
      ref={takesFocus ? focus : undefined}
      label={hasApp ? "Code" : "Recovery code"}
      description={hasApp ? "Six digits from your authenticator app, or a recovery code" : undefined}
      name="code"
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
