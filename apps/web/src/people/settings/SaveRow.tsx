import { FormError } from "../../components/FormError.tsx";
import { FormSuccess } from "../../components/FormSuccess.tsx";
import { SubmitButton } from "../../components/SubmitButton.tsx";
import { fieldErrors, hintOf, messageOf } from "../../lib/errors.ts";

interface SaveRowProps {
  readonly error: unknown;
  readonly pending: boolean;
  readonly saved: boolean;
}

const FAILED = "Failed to update profile";

/** The end of a profile form: the error, the saved message, and the button. */
export function SaveRow({ error, pending, saved }: SaveRowProps) {
  const reason = messageOf(error, FAILED);
  // An error at a field is not repeated.
  const detail = reason === FAILED || Object.keys(fieldErrors(error)).length > 0 ? null : `${reason}.`;
  const hint = [detail, hintOf(error)].filter(Boolean).join(" ");
  return (
    <>
      <FormError message={error ? FAILED : null} hint={hint || null} />
      {saved && (
        <FormSuccess>
          <p>Profile updated successfully</p>
        </FormSuccess>
      )}
      <div>
        <SubmitButton pending={pending} pendingText="Saving...">
          Save changes
        </SubmitButton>
      </div>
    </>
  );
}
