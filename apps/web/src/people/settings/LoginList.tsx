import type { Login } from "@bbux/contract";
import { FormError } from "../../components/FormError.tsx";
import { hintOf, messageOf } from "../../lib/errors.ts";
import { notifySuccess } from "../../lib/notify.ts";
import { trpc } from "../../lib/trpc.ts";
import { LoginRow } from "./LoginRow.tsx";
import classes from "./Settings.module.css";

interface LoginListProps {
  readonly logins: readonly Login[];
  readonly label: string;
  readonly what: "wallet" | "account";
}

/** Linked wallets or accounts elsewhere, each with a button that unlinks it, and one that confirms it while it is suspended. */
export function LoginList({ logins, label, what }: LoginListProps) {
  const utils = trpc.useUtils();
  const unlink = trpc.waysIn.unlink.useMutation({
    onSuccess: () => notifySuccess(what === "wallet" ? "Wallet unlinked" : "Account unlinked"),
    onSettled: () => utils.waysIn.list.invalidate(),
  });
  const confirm = trpc.waysIn.confirm.useMutation({
    onSuccess: () => notifySuccess(what === "wallet" ? "Wallet confirmed" : "Account confirmed"),
    onSettled: () => utils.waysIn.list.invalidate(),
  });
  return (
    <>
      {logins.length > 0 && (
        <ul className={classes.sessions} aria-label={label}>
          {logins.map((login) => (
            <LoginRow
              key={login.id}
              login={login}
              isUnlinking={unlink.isPending && unlink.variables.id === login.id}
              onUnlink={() => unlink.mutate({ id: login.id })}
              isConfirming={confirm.isPending && confirm.variables.id === login.id}
              onConfirm={() => confirm.mutate({ id: login.id })}
            />
          ))}
        </ul>
      )}
      <FormError
        message={
          unlink.error &&
          messageOf(unlink.error, what === "wallet" ? "Failed to unlink the wallet" : "Failed to unlink the account")
        }
        hint={unlink.error && hintOf(unlink.error)}
      />
      <FormError
        message={
          confirm.error &&
          messageOf(confirm.error, what === "wallet" ? "Failed to confirm the wallet" : "Failed to confirm the account")
        }
        hint={confirm.error && hintOf(confirm.error)}
      />
    </>
  );
}
