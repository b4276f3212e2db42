import { SOCIAL_KINDS, SOCIALS } from "@bbux/contract";
import { Stack, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { CheckedForm } from "../../components/CheckedForm.tsx";
import { SOCIAL_ICONS } from "../../components/socialIcons.ts";
import { fieldErrors } from "../../lib/errors.ts";
import { type Profile, type Socials, socialRules, socialsOf } from "./fields.ts";
import { SaveRow } from "./SaveRow.tsx";
import classes from "./Settings.module.css";
import { useProfileUpdate } from "./useProfileUpdate.ts";

/** Links to the member's profiles on twelve other services. */
export function SocialTab({ profile }: { profile: Profile }) {
  const form = useForm<Socials>({
    mode: "uncontrolled",
    initialValues: socialsOf(profile),
    validate: socialRules,
    validateInputOnBlur: true,
  });
  const { update, saved } = useProfileUpdate((error) => form.setErrors(fieldErrors(error)));
  const submit = form.onSubmit((values) => {
    if (!update.isPending) update.mutate(values);
  });
  return (
    <CheckedForm onSubmit={submit} aria-label="Social links">
      <Stack gap="md">
        <p className={classes.note}>Enter the address of your page or your username there. Empty links aren't shown.</p>
        <div className={classes.pair}>
          {SOCIAL_KINDS.map((kind) => {
            const Sign = SOCIAL_ICONS[kind];
            return (
              <TextInput
                key={form.key(kind)}
                label={SOCIALS[kind].label}
                leftSection={<Sign size={18} stroke={1.6} aria-hidden="true" />}
                placeholder={`${SOCIALS[kind].base.replace(/^https:\/\/(www\.)?/, "")}…`}
                autoComplete="off"
                autoCapitalize="none"
                spellCheck={false}
                {...form.getInputProps(kind)}
              />
            );
          })}
        </div>
        <SaveRow error={update.error} pending={update.isPending} saved={saved} />
      </Stack>
    </CheckedForm>
  );
}
