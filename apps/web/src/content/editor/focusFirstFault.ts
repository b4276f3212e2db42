/** Focuses the first field of a form that has an error, in the middle of the screen, so that its message is seen. */
export function focusFirstFault(form: HTMLElement | null): void {
  const field =
    form?.querySelector<HTMLElement>("[aria-invalid='true']") ??
    // Media have no field of their own, only a wrapper with buttons.
    form?.querySelector<HTMLElement>("[data-error='true'] button:enabled");
  field?.focus({ preventScroll: true });
  field?.scrollIntoView({ block: "center" });
}
