import { emailProblem } from "@bbux/contract";
import { Button, Stack } from "@mantine/core";
import { useForm } from "@mantine/form";
import { CheckedForm } from "../../components/CheckedForm.tsx";
import { FormError } from "../../components/FormError.tsx";
import { FormSuccess } from "../../components/FormSuccess.tsx";
import { SubmitButton } from "../../components/SubmitButton.tsx";
import { hintOf, messageOf } from "../../lib/errors.ts";
import { trpc } from "../../lib/trpc.ts";
import { EmailField } from "./EmailField.tsx";
import { filled } from "./filled.ts";

/**
 * Requests the mail with the link. The response is the same whether or not the address is known (docs/DECISIONS.md §2).
 * @param email the initial address
 */
export function ForgotPasswordForm({ email = "" }: { readonly email?: string | undefined }) {
  const form = useForm({ mode: "uncontrolled", initialValues: { email }, validate: { email: emailProblem } });
  const ask = trpc.auth.forgotPassword.useMutation();
  if (ask.isSuccess) {
    return (
      <Stack gap="lg">
        <FormSuccess>
          <p>If an account uses this address, we've sent a link to it.</p>
          <p>The link works once, for one hour. Nothing after a few minutes? Check your spam folder.</p>
        </FormSuccess>
        <Button variant="default" onClick={() => ask.reset()}>
          Use another address
        </Button>
      </Stack>
    );
  }
  const submit = form.onSubmit((values) => {
    if (!ask.isPending) ask.mutate(values);
  });
  return (
    <CheckedForm onSubmit={filled(form, submit)}>
      <Stack gap="md">
        <EmailField autoComplete="email" key={form.key("email")} {...form.getInputProps("email")} />
        <FormError
          message={ask.error ? messageOf(ask.error, "We couldn't send the email") : null}
          hint={ask.error && hintOf(ask.error)}
        />
        <SubmitButton pending={ask.isPending} pendingText="Sending..." fullWidth mt="xs">
          Send me a link
        </SubmitButton>
      </Stack>
    </CheckedForm>
  );
}
