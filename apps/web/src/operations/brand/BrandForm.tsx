import { accentProblem, BRAND_LIMITS, type Brand, DEFAULT_BRAND, hasDefaultColors } from "@bbux/contract";
import { Button, TextInput } from "@mantine/core";
import { type ReactNode, useRef, useState } from "react";
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
  /** Beside the button while there is nothing to save. */
  readonly otherwise?: ReactNode;
}

/** Name, colors and images of the platform, with what they look like. */
export function BrandForm({ brand, reason, onSaved, otherwise }: BrandFormProps) {
  const [draft, setDraft] = useState<Brand>(brand);
  const [asking, setAsking] = useState(false);
  const set = trpc.brand.set.useMutation({ onSuccess: onSaved });
  const accent = useRef<HTMLInputElement>(null);
  const said = fieldErrors(set.error);
  const change = (changes: Partial<Brand>) => setDraft((present) => ({ ...present, ...changes }));
  const wanted: Brand = { ...draft, name: draft.name.trim() };
  const problems = {
    name: wanted.name === "" ? "Enter a name" : null,
    accentLight: accentProblem(draft.accentLight, "light"),
    accentDark: accentProblem(draft.accentDark, "dark"),
  };
  const isFaulty = Object.values(problems).some((problem) => problem !== null);
  const isChanged = (Object.keys(wanted) as (keyof Brand)[]).some((field) => wanted[field] !== brand[field]);
  const send = (because: string) => set.mutate({ ...wanted, reason: because });

  function submit() {
    if (isFaulty) return;
    if (reason === undefined) setAsking(true);
    else send(reason);
  }

  return (
    <div className={classes.room}>
      <CheckedForm className={classes.form} onSubmit={submit}>
        <div className={classes.fields}>
          <TextInput
            label="Name"
            name="name"
            description="In the header, titles, emails, and link previews. The currency is always called BBUX."
            maxLength={BRAND_LIMITS.name}
            required
            withAsterisk={false}
            value={draft.name}
            onChange={(event) => change({ name: event.currentTarget.value })}
            error={problems.name ?? said.name}
          />
          <div className={classes.pair}>
            <ColorField
              label="Accent in light mode"
              description="Links, buttons, and focus."
              name="accentLight"
              ref={accent}
              value={draft.accentLight}
              onChange={(accentLight) => change({ accentLight })}
              error={problems.accentLight ?? said.accentLight}
            />
            <ColorField
              label="Accent in dark mode"
              description="Links and focus."
              name="accentDark"
              value={draft.accentDark}
              onChange={(accentDark) => change({ accentDark })}
              error={problems.accentDark ?? said.accentDark}
            />
          </div>
        </div>
        <BrandPreview brand={draft} />
        <div className={classes.fields}>
          <fieldset className={classes.images}>
            <legend>Images</legend>
            <p className={classes.says}>PNG, JPEG, WebP, GIF, or AVIF, up to 2 MB. Squares look best.</p>
            <div className={classes.pair}>
              <BrandImageField
                label="Logo"
                description="In the header, emails, and documents."
                size={28}
                value={draft.logo}
                onChange={(logo) => change({ logo })}
                error={said.logo}
              />
              <BrandImageField
                label="Icon"
                description="In browser tabs and on home screens."
                size={16}
                value={draft.favicon}
                fallback={draft.logo}
                onChange={(favicon) => change({ favicon })}
                error={said.favicon}
              />
            </div>
          </fieldset>
          {reason !== undefined && set.error && (
            <FormError message={messageOf(set.error, "We couldn't save the branding")} />
          )}
        </div>
        <div className={classes.actions} data-changed={isChanged || undefined}>
          <Button type="submit" loading={set.isPending} disabled={!isChanged}>
            Save changes
          </Button>
          {!isChanged && otherwise}
          {!hasDefaultColors(draft) && (
            <Button
              variant="default"
              onClick={() => {
                change({ accentLight: DEFAULT_BRAND.accentLight, accentDark: DEFAULT_BRAND.accentDark });
                // This button goes, and the focus with it.
                accent.current?.focus();
              }}
            >
              Use default colors
            </Button>
          )}
        </div>
        <ReasonDialog
          opened={asking}
          onClose={() => setAsking(false)}
          title="Change the branding"
          consequences={["Pages, emails, documents, and link previews change immediately."]}
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
    </div>
  );
}
