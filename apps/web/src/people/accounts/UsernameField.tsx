import { TextInput, type TextInputProps } from "@mantine/core";

/** The field for the username of a new account. */
export function UsernameField(props: TextInputProps) {
  return (
    <TextInput
      label="Username"
      description="3–30 letters, numbers, - or _. Can't be changed later."
      name="username"
      autoComplete="nickname"
      autoCapitalize="none"
      spellCheck={false}
      required
      withAsterisk={false}
      {...props}
    />
  );
}
