import { ACCENT } from "@bbux/contract";
import { TextInput } from "@mantine/core";
import type { Ref } from "react";
import classes from "./Brand.module.css";

interface ColorFieldProps {
  readonly label: string;
  /** Where the color is used. */
  readonly description: string;
  readonly name: string;
  readonly value: string;
  readonly onChange: (color: string) => void;
  readonly error: string | undefined | null;
  readonly ref?: Ref<HTMLInputElement>;
}

/** A color, typed or picked. */
export function ColorField({ label, description, name, value, onChange, error, ref }: ColorFieldProps) {
  return (
    <TextInput
      ref={ref}
      label={label}
      description={description}
      name={name}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value.trim().toLowerCase())}
      error={error}
      maxLength={7}
      spellCheck={false}
      autoComplete="off"
      required
      withAsterisk={false}
      leftSection={
        <input
          className={classes.swatch}
          type="color"
          aria-label={`Pick: ${label}`}
          value={ACCENT.test(value) ? value : "#000000"}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      }
      leftSectionWidth={44}
    />
  );
}
