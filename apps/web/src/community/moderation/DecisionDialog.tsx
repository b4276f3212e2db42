import { ReasonDialog } from "../../components/ReasonDialog.tsx";

interface DecisionDialogProps {
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly onExited: () => void;
  readonly decision: "grant" | "deny";
  readonly title: string;
  readonly consequences: readonly string[];
  readonly submit: string;
  readonly max: number;
  readonly call: { readonly isPending: boolean; readonly isSuccess: boolean; readonly error: unknown; reset(): void };
  readonly onSubmit: (note: string) => void;
}

/** Asks for the reasons of a decision on an appeal, which the person who appealed reads. The decision is final. */
export function DecisionDialog({ decision, ...rest }: DecisionDialogProps) {
  return (
    <ReasonDialog
      {...rest}
      label="Why, as the member will read it"
      missing="Please say why"
      danger={decision === "deny"}
      fallback="We couldn't decide the appeal"
    />
  );
}
