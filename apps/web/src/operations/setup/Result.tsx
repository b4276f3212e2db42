import { IconAlertTriangle, IconCircleCheck } from "@tabler/icons-react";
import classes from "./Setup.module.css";

interface ResultProps {
  readonly results: readonly { readonly ok: boolean; readonly message: string }[];
}

/** What tests found. The region exists before its text, because screen readers only announce changes. */
export function Result({ results }: ResultProps) {
  return (
    <div role="status" className={classes.results}>
      {results.map(({ ok, message }) => (
        <p key={message} data-ok={ok}>
          {ok ? <IconCircleCheck size={18} aria-hidden /> : <IconAlertTriangle size={18} aria-hidden />}
          <span>{message}</span>
        </p>
      ))}
    </div>
  );
}
