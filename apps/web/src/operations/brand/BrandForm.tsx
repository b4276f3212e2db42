import { accentProblem, BRAND_LIMITS, type Brand, DEFAULT_BRAND } from "@bbux/contract";
import { Button, Group, TextInput } from "@mantine/core";
import { useState } from "react";
import { CheckedForm } from "../../components/CheckedForm.tsx";
import { FormError } from "../../components/FormError.tsx";
import { ReasonDialog } from "../../components/ReasonDialog.tsx";
import { fieldErrors, messageOf } from "../../lib/errors.ts";
import { trpc } from "../../lib/trpc.ts";
import classes from "./Brand.module.css";
import { BrandImageField } from "./BrandImageField.tsx";
import { BrandPreview } from "./BrandPreview.tsx";
import { ColorField } from "./ColorField.tsx";

interface BrandFormProps {
  /** What is in force. */
  readonly brand: Brand;
  /** The reason that is recorded; without one, the form asks for it. */
  readonly reason?: string;
  readonly onSaved: () => void;
}

/** Name, colors and images of the platform, with what they look like. */
export function BrandForm({ brand, reason, onSaved }: BrandFormProps) {
  const [draft, setDraft] = useState<Brand>(brand);
  const [asking, setAsking] = useState(false);
  const set = trpc.brand.set.useMutation({ onSuccess: onSaved });
  const said = fieldErrors(set.error);
  const change = (changes: Partial<Brand>) => setDraft((present) => ({ ...present, ...changes }));
  const problems = {
    name: draft.name.trim() === "" ? "Enter a name" : null,
    accentLight: accentProblem(draft.accentLight, "light"),
    accentDark: accentProblem(draft.accentDark, "dark"),
  };
  const isFaulty = Object.values(problems).some((problem) => problem !== null);
  const isChanged = (Object.keys(draft) as (keyof Brand)[]).some((field) => draft[field] !== brand[field]);
  const send = (because: string) => set.mutate({ ...draft, name: draft.name.trim(), reason: because });

  function submit() {
    if (isFaulty) return;
    if (reason === undefined) setAsking(true);
    else send(reason);
  }

  return (
    <CheckedForm className={classes.form} onSubmit={submit}>
      <div className={classes.fields}>
        <TextInput
          label="Name"
          name="name"
          description="In the header, titles, mails and link previews. The currency is called BBUX whatever the name."
          maxLength={BRAND_LIMITS.name}
          required
          value={draft.name}
          onChange={(event) => change({ name: event.currentTarget.value })}
          error={problems.name ?? said.name}
        />
        <div className={classes.pair}>
          <ColorField
            label="Accent in light mode"
            name="accentLight"
            value={draft.accentLight}
            onChange={(accentLight) => change({ accentLight })}
            error={problems.accentLight ?? said.accentLight}
          />
          <ColorField
            label="Accent in dark mode"
            name="accentDark"
            value={draft.accentDark}
            onChange={(accentDark) => change({ accentDark })}
            error={problems.accentDark ?? said.accentDark}
          />
        </div>
      </div>
      <BrandPreview brand={draft} />
      <div className={classes.fields}>
        <BrandImageField
          label="Logo"
          description="In the header, mails and documents."
          value={draft.logo}
          onChange={(logo) => change({ logo })}
          error={said.logo}
        />
        <BrandImageField
          label="Icon"
          description="In browser tabs and on home screens. Without one, it's the logo."
          value={draft.favicon}
          fallback={draft.logo}
          onChange={(favicon) => change({ favicon })}
          error={said.favicon}
        />
        {reason !== undefined && set.error && (
          <FormError message={messageOf(set.error, "We couldn't save the branding")} />
        )}
        <Group gap="sm">
          <Button type="submit" loading={set.isPending} disabled={!isChanged}>
            Save changes
          </Button>
          <Button
            variant="default"
            onClick={() => change({ accentLight: DEFAULT_BRAND.accentLight, accentDark: DEFAULT_BRAND.accentDark })}
          >
            Use default colors
          </Button>
        </Group>
      </div>
      <ReasonDialog
        opened={asking}
        onClose={() => setAsking(false)}
        title="Change the branding"
        consequences={["Pages, mails, documents and link previews follow immediately."]}
        label="Reason"
        description="It's recorded in the audit log."
        max={500}
        missing="Please say why"
        submit="Change the branding"
        call={set}
        fallback="We couldn't save the branding"
        onSubmit={send}
      />
    </CheckedForm>
  );
}
