import { emailProblem, type User } from "@bbux/contract";
import { Stack } from "@mantine/core";
import { useForm } from "@mantine/form";
import { CheckedForm } from "../../components/CheckedForm.tsx";
import { FormError } from "../../components/FormError.tsx";
import { FormSuccess } from "../../components/FormSuccess.tsx";
import { SubmitButton } from "../../components/SubmitButton.tsx";
import { fieldErrors, hintOf, messageOf } from "../../lib/errors.ts";
import { trpc } from "../../lib/trpc.ts";
import { EmailField, filled } from "../accounts/index.ts";
import classes from "./Settings.module.css";

/** Shows the member's email address, and has a link mailed to a new one, which changes it (docs/adr/0042). */
export function EmailAddress({ user }: { user: User }) {
  const form = useForm({
    mode: "uncontrolled",
    initialValues: { newEmail: "" },
    validate: { newEmail: emailProblem },
  });
  const request = trpc.emailChange.request.useMutation({
    onSuccess: () => form.reset(),
    onError: (error) => form.setErrors(fieldErrors(error)),
  });
  const submit = form.onSubmit((values) => {
    if (!request.isPending) request.mutate(values);
  });
  // An error at the field is not repeated below.
  const fault = Object.keys(fieldErrors(request.error)).length === 0 ? request.error : null;
  const link = request.data?.verificationLink;
  return (
    <section className={classes.part} aria-labelledby="email-address">
      <h2 id="email-address">Email address</h2>
      <p>
        Your address is <strong>{user.email}</strong>. To change it, enter a new one and open the link we send there.
      </p>
      <CheckedForm onSubmit={filled(form, submit)} aria-label="Change email address">
        <Stack gap="md" maw={400}>
          <EmailField
            label="New email address"
            name="newEmail"
            autoComplete="email"
            key={form.key("newEmail")}
            {...form.getInputProps("newEmail")}
          />
          <FormError message={fault && messageOf(fault, "We couldn't send the email")} hint={fault && hintOf(fault)} />
          {request.data && (
            <FormSuccess>
              <p>
                {request.data.message} {link && <a href={link}>Open the link</a>}
              </p>
            </FormSuccess>
          )}
          <SubmitButton pending={request.isPending} pendingText="Sending..." variant="default" w="fit-content">
            Change email address
          </SubmitButton>
        </Stack>
      </CheckedForm>
    </section>
  );
}
