import { Button, type ButtonProps, Loader } from "@mantine/core";

interface SubmitButtonProps extends ButtonProps {
  readonly pending: boolean;
  /** What the button says while it works: 'Signing in...'. */
  readonly pendingText: string;
}

/** Sends a form. While it works it says so and keeps the focus: a disabled button would lose it. */
export function SubmitButton({ pending, pendingText, children, ...rest }: SubmitButtonProps) {
  return (
    <Button
      type="submit"
      {...rest}
      aria-disabled={pending || undefined}
      style={pending ? { cursor: "progress" } : undefined}
      onClick={(event) => pending && event.preventDefault()}
      leftSection={pending ? <Loader size={16} color="currentColor" /> : rest.leftSection}
    >
      {pending ? pendingText : children}
    </Button>
  );
}
