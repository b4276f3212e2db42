import { PasswordInput, type PasswordInputProps } from "@mantine/core";

/** A password: pasted and filled in by password managers, and readable on request, by keyboard too. */
export function PasswordField(props: PasswordInputProps) {
  return (
    <PasswordInput
      withAsterisk={false}
      // Mantine marks a wrong password for the eye only.
      aria-invalid={Boolean(props.error) || undefined}
      {...props}
      visibilityToggleButtonProps={{ "aria-label": "Show what is typed", tabIndex: 0 }}
    />
  );
}
