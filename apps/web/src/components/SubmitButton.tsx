import { Button, type ButtonProps, Loader } from "@mantine/core";
import { useState } from "react";

interface SubmitButtonProps extends ButtonProps {
  readonly pending: boolean;
  /** The label while the form is being sent: 'Signing in...'. */
  readonly pendingText: string;
}

/** Submits a form. Isn't disabled while it is sending, or has the focus, because a disabled button loses the focus. */
export function SubmitButton({ pending, pendingText, disabled = false, children, ...rest }: SubmitButtonProps) {
  const [isFocused, setFocused] = useState(false);
  const isOff = pending || disabled;
  return (
    <Button
      type="submit"
      {...rest}
      disabled={disabled && !isFocused}
      data-disabled={disabled || undefined}
      aria-disabled={isOff || undefined}
      style={pending ? { cursor: "progress" } : undefined}
      onFocus={() => setFocused(true)}
      // When the window loses the focus, the button still has it.
      onBlur={({ currentTarget }) => setFocused(document.activeElement === currentTarget)}
      onClick={(event) => isOff && event.preventDefault()}
      leftSection={pending ? <Loader size={16} color="currentColor" /> : rest.leftSection}
    >
      {pending ? pendingText : children}
    </Button>
  );
}
