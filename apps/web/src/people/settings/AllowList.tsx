import { ALLOW_LIST, type AllowedAddress } from "@bbux/contract";
import { Button, Skeleton, Stack, Switch, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { IconWallet } from "@tabler/icons-react";
import { AddressInput } from "../../components/AddressInput.tsx";
import { CheckedForm } from "../../components/CheckedForm.tsx";
import { ErrorBox } from "../../components/ErrorBox.tsx";
import { FormError } from "../../components/FormError.tsx";
import { SubmitButton } from "../../components/SubmitButton.tsx";
import { exactTime } from "../../components/TimeAgo.format.ts";
import { fieldErrors, hintOf, messageOf } from "../../lib/errors.ts";
import { notifySuccess } from "../../lib/notify.ts";
import { replaceData } from "../../lib/replaceData.ts";
import { trpc } from "../../lib/trpc.ts";
import classes from "./Settings.module.css";

/** Where the member's withdrawals may go, and whether nowhere else (docs/adr/0045). */
export function AllowList() {
  const utils = trpc.useUtils();
  const list = trpc.allowList.get.useQuery();
  const set = trpc.allowList.set.useMutation({
    onSuccess: (next) => replaceData(utils.allowList.get, undefined, next),
  });
  const { isOn = false, offAt = null, addresses = [] } = list.data ?? {};
  const isBlocked = isOn && !addresses.some(({ isUsable }) => isUsable);
  return (
    <section className={classes.part} aria-labelledby="allow-list">
      <h2 id="allow-list">Withdrawal addresses</h2>
      <p>
        While this list is on, your withdrawals go to its addresses only. A new address can be used after{" "}
        {ALLOW_LIST.hours} hours, and turning the list off takes as long, so you'd notice if someone else did it.
      </p>
      {list.isPending && <Skeleton height={36} role="status" aria-label="Loading withdrawal addresses" />}
      {list.error && !list.data && (
        <ErrorBox error={list.error} fallback="We couldn't load the addresses" onRetry={() => void list.refetch()} />
      )}
      {list.data && (
        <>
          <Switch
            label="Only withdraw to these addresses"
            description={offAt ? `Turns off on ${exactTime(offAt)}` : undefined}
            checked={set.isPending ? set.variables.on : isOn && offAt === null}
            onChange={(event) => {
              if (!set.isPending) set.mutate({ on: event.currentTarget.checked });
            }}
          />
          {isBlocked && <p>No address on the list can be used yet, so you can't withdraw now.</p>}
          <FormError
            message={set.error && messageOf(set.error, "We couldn't change the list")}
            hint={set.error && hintOf(set.error)}
          />
          {addresses.length > 0 && (
            <ul className={classes.sessions} aria-label="Withdrawal addresses">
              {addresses.map((entry) => (
                <AddressRow key={entry.address} entry={entry} />
              ))}
            </ul>
          )}
          {addresses.length < ALLOW_LIST.max && <AddAddress />}
        </>
      )}
    </section>
  );
}

function AddressRow({ entry: { address, label, isUsable, usableAt } }: { entry: AllowedAddress }) {
  const utils = trpc.useUtils();
  const remove = trpc.allowList.remove.useMutation({
    onSuccess: (next) => {
      void replaceData(utils.allowList.get, undefined, next);
      notifySuccess("The address is removed");
    },
  });
  return (
    <li className={classes.session}>
      <IconWallet size={22} stroke={1.6} aria-hidden="true" />
      <div>
        {label && <p>{label}</p>}
        <p className={label ? classes.note : undefined} translate="no">
          {address}
        </p>
        {!isUsable && <p className={classes.note}>Can be used from {exactTime(usableAt)}</p>}
        <FormError message={remove.error && messageOf(remove.error, "We couldn't remove the address")} />
      </div>
      <Button
        variant="default"
        size="xs"
        loading={remove.isPending}
        onClick={() => remove.mutate({ address })}
        aria-label={`Remove ${label || address}`}
      >
        Remove
      </Button>
    </li>
  );
}

function AddAddress() {
  const utils = trpc.useUtils();
  const form = useForm({
    mode: "uncontrolled",
    initialValues: { address: "", label: "" },
    validate: { address: (value) => (value.trim() ? null : "Please enter an address") },
  });
  const add = trpc.allowList.add.useMutation({
    onSuccess: (next) => {
      void replaceData(utils.allowList.get, undefined, next);
      form.reset();
    },
    onError: (error) => form.setErrors(fieldErrors(error)),
  });
  const submit = form.onSubmit((values) => {
    if (!add.isPending) add.mutate(values);
  });
  const fault = Object.keys(fieldErrors(add.error)).length === 0 ? add.error : null;
  return (
    <CheckedForm onSubmit={submit} aria-label="Add a withdrawal address">
      <Stack gap="md" maw={400}>
        <AddressInput label="Address" key={form.key("address")} {...form.getInputProps("address")} />
        <TextInput
          label="Label"
          placeholder="For example, your wallet's name"
          maxLength={ALLOW_LIST.label}
          key={form.key("label")}
          {...form.getInputProps("label")}
        />
        <FormError message={fault && messageOf(fault, "We couldn't add the address")} hint={fault && hintOf(fault)} />
        <SubmitButton pending={add.isPending} pendingText="Adding..." variant="default" w="fit-content">
          Add address
        </SubmitButton>
      </Stack>
    </CheckedForm>
  );
}
