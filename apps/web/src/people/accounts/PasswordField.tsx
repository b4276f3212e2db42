import { PasswordInput, type PasswordInputProps } from "@mantine/core";

/** A password field that accepts pasting and password managers, and can show its text, by keyboard too. */
export function PasswordField(props: PasswordInputProps) {
  return (
    <PasswordInput
      withAsterisk={false}
      // Mantine marks a wrong password visually only.
      aria-invalid={Boolean(props.error) || undefined}
      {...props}
      visibilityToggleButtonProps={{ "aria-label": "Show password", tabIndex: 0 }}
    />
  );
}
