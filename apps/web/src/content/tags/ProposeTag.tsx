import { Button, type ButtonProps } from "@mantine/core";
import { lazy, type ReactNode, Suspense, useState } from "react";
import { createPortal } from "react-dom";

// Loaded on demand, because few members propose anything.
const ProposeTagDialog = lazy(async () => ({ default: (await import("./ProposeTagDialog.tsx")).ProposeTagDialog }));

interface ProposalHostProps {
  /** The name to begin with; null while nothing has been asked for. */
  readonly name: string | null;
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly onProposed?: () => void;
}

/** The dialog for proposing a tag, from when it's first opened. */
export function ProposalHost({ name, ...rest }: ProposalHostProps) {
  if (name === null) return null;
  // The field of tags is in a form, and the dialog has its own.
  return createPortal(
    <Suspense>
      <ProposeTagDialog key={name} name={name} {...rest} />
    </Suspense>,
    document.body,
  );
}

interface ProposeTagProps extends Pick<ButtonProps, "variant"> {
  /** The name to begin with. */
  readonly name?: string;
  readonly children: ReactNode;
}

/** A button that opens the dialog. */
export function ProposeTag({ name = "", children, ...button }: ProposeTagProps) {
  const [dialog, setDialog] = useState({ asked: false, opened: false });
  return (
    <>
      <Button {...button} onClick={() => setDialog({ asked: true, opened: true })}>
        {children}
      </Button>
      <ProposalHost
        name={dialog.asked ? name : null}
        opened={dialog.opened}
        onClose={() => setDialog({ asked: true, opened: false })}
      />
    </>
  );
}
