import { FormFault } from "../../components/FormFault.tsx";
import { SubmitButton } from "../../components/SubmitButton.tsx";
import { fieldErrors, hintOf, messageOf } from "../../errors.ts";
import { Done } from "../accounts/Door.tsx";

interface SaveRowProps {
  readonly error: unknown;
  readonly pending: boolean;
  readonly saved: boolean;
}

const FAILED = "Failed to update profile";

/** Under a form of the profile: why it was not saved, that it was, and the button. */
export function SaveRow({ error, pending, saved }: SaveRowProps) {
  const reason = messageOf(error, FAILED);
  // What stands at a field is not said again.
  const detail = reason === FAILED || Object.keys(fieldErrors(error)).length > 0 ? null : `${reason}.`;
  const hint = [detail, hintOf(error)].filter(Boolean).join(" ");
  return (
    <>
      <FormFault message={error ? FAILED : null} hint={hint || null} />
      {saved && (
        <Done>
          <p>Profile updated successfully</p>
        </Done>
      )}
      <div>
        <SubmitButton pending={pending} pendingText="Saving...">
          Save changes
        </SubmitButton>
      </div>
    </>
  );
}
