import { PasswordInput, type PasswordInputProps } from "@mantine/core";

interface PasswordFieldProps extends PasswordInputProps {
  /** The form reads the field by its name when it is sent; see filled.ts. */
  readonly name: string;
  readonly autoComplete: "current-password" | "new-password";
}

/** A password field that accepts pasting and password managers, and can show its text, by keyboard too. */
export function PasswordField(props: PasswordFieldProps) {
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
