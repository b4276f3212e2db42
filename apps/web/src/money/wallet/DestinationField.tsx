import { Checkbox } from "@mantine/core";
import { AddressInput } from "../../components/AddressInput.tsx";
import { notifyError, notifySuccess } from "../../lib/notify.ts";
import { trpc } from "../../lib/trpc.ts";
import { shortAddress } from "../solana/index.ts";
import classes from "./Exchange.module.css";
import { useWalletReload } from "./useWallet.ts";

interface DestinationFieldProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly error: string | null;
  /** The member's saved address for withdrawals. */
  readonly saved: string | null;
  /** The browser wallet's address. */
  readonly connected: string | null;
  /** Whether to save the address with the sale. */
  readonly keeps: boolean;
  readonly onKeeps: (keeps: boolean) => void;
}

/** The destination of the SOL: a saved address, the connected wallet, or any other. */
export function DestinationField(props: DestinationFieldProps) {
  const { value, onChange, error, saved, connected, keeps, onKeeps } = props;
  const reload = useWalletReload();
  const forget = trpc.wallet.setWithdrawalAddress.useMutation({
    onSuccess: () => notifySuccess("The saved address is forgotten"),
    onError: () => notifyError("We couldn't forget the saved address"),
    onSettled: reload,
  });
  const address = value.trim();
  return (
    <>
      <AddressInput
        label="Destination address"
        classNames={{ input: classes.address }}
        required
        withAsterisk={false}
        error={error}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      <div className={classes.hints}>
        {connected && connected !== address && (
          <button type="button" className={classes.text} onClick={() => onChange(connected)}>
            Use the connected wallet, {shortAddress(connected)}
          </button>
        )}
        {saved && saved !== address && (
          <button type="button" className={classes.text} onClick={() => onChange(saved)}>
            Use the saved address, {shortAddress(saved)}
          </button>
        )}
        {saved && saved === address && (
          <button type="button" className={classes.text} onClick={() => forget.mutate({ address: null })}>
            Forget this saved address
          </button>
        )}
      </div>
      {(saved === null || saved !== address) && (
        <Checkbox
          label={saved ? "Replace the saved address with this one" : "Save this address for next time"}
          checked={keeps}
          onChange={(event) => onKeeps(event.currentTarget.checked)}
        />
      )}
    </>
  );
}
