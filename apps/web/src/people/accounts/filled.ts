import type { SyntheticEvent } from "react";

/** The part of an uncontrolled `useForm` that these functions need. */
interface Fields {
  readonly getValues: () => object;
  readonly getInputProps: (name: string) => { readonly onChange: (value: string) => void };
}

/** Tells `fields` what the named fields of a form hold, because password managers may fill them without an event. */
export function readFilled(fields: Fields, form: HTMLFormElement): void {
  const known: Readonly<Record<string, unknown>> = { ...fields.getValues() };
  for (const [name, value] of new FormData(form)) {
    if (name in known && known[name] !== value) fields.getInputProps(name).onChange(String(value));
  }
}

/** For the events of a form: reads its fields before `then` checks them. */
export function filled(fields: Fields, then?: (event: SyntheticEvent<HTMLFormElement>) => void) {
  return (event: SyntheticEvent<HTMLFormElement>) => {
    readFilled(fields, event.currentTarget);
    then?.(event);
  };
}

/** Returns what the named field of a form holds, however it was filled. */
export function filledIn(form: HTMLFormElement, name: string): string {
  return String(new FormData(form).get(name) ?? "");
}
