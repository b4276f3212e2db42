import { LIMITS, type User } from "@bbux/contract";
import { Stack, Textarea, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useState } from "react";
import { CheckedForm } from "../../components/CheckedForm.tsx";
import { fieldErrors } from "../../lib/errors.ts";
import { numberText } from "../../lib/locale.ts";
import { Completeness } from "./Completeness.tsx";
import { type About, aboutOf, aboutRules, type Profile } from "./fields.ts";
import { SaveRow } from "./SaveRow.tsx";
import classes from "./Settings.module.css";
import { useProfileUpdate } from "./useProfileUpdate.ts";

/** The member's profile. Email and username are read-only. */
export function ProfileTab({ user, profile }: { user: User; profile: Profile }) {
  const form = useForm<About>({
    mode: "uncontrolled",
    initialValues: aboutOf(profile),
    validate: aboutRules,
    validateInputOnBlur: true,
    onValuesChange: ({ bio }) => setLength(bio.length),
  });
  const [length, setLength] = useState(profile.bio?.length ?? 0);
  const { update, saved } = useProfileUpdate((error) => form.setErrors(fieldErrors(error)));
  const submit = form.onSubmit((values) => {
    if (!update.isPending) update.mutate(values);
  });
  return (
    <CheckedForm onSubmit={submit} aria-label="Profile">
      <Stack gap="md">
        <Completeness profile={profile} />
        <div className={classes.pair}>
          <TextInput label="Username" value={user.username} readOnly classNames={{ input: classes.fixed }} />
          <TextInput label="Email" type="email" value={user.email} readOnly classNames={{ input: classes.fixed }} />
        </div>
        <p className={classes.note}>
          You can't change your username. You can change your email under Security; only you can see it.
        </p>
        <div className={classes.pair}>
          <TextInput
            label="First name"
            autoComplete="given-name"
            dir="auto"
            key={form.key("firstName")}
            {...form.getInputProps("firstName")}
          />
          <TextInput
            label="Last name"
            autoComplete="family-name"
            dir="auto"
            key={form.key("lastName")}
            {...form.getInputProps("lastName")}
          />
        </div>
        <div>
          <Textarea
            label="Bio"
            description="What you work on and what people can ask you about."
            autosize
            minRows={3}
            maxRows={12}
            dir="auto"
            key={form.key("bio")}
            {...form.getInputProps("bio")}
          />
          <p className={classes.counter} data-over={length > LIMITS.profile.bio}>
            {numberText(length)}/{numberText(LIMITS.profile.bio)}
          </p>
        </div>
        <div className={classes.pair}>
          <TextInput label="Location" dir="auto" key={form.key("location")} {...form.getInputProps("location")} />
          <TextInput
            label="Website"
            type="url"
            inputMode="url"
            autoComplete="url"
            placeholder="https://example.org"
            key={form.key("website")}
            {...form.getInputProps("website")}
          />
        </div>
        <SaveRow error={update.error} pending={update.isPending} saved={saved} />
      </Stack>
    </CheckedForm>
  );
}
