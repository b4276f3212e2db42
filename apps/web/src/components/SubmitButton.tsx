import { Button, type ButtonProps, Loader } from "@mantine/core";

interface SubmitButtonProps extends ButtonProps {
  readonly pending: boolean;
  /** The label while the form is being sent: 'Signing in...'. */
  readonly pendingText: string;
}

/** Submits a form. Stays enabled while sending, because a disabled button would lose the focus. */
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
