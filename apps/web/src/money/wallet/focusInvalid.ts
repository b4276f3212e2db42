/** Focuses the first invalid field of a form, once its message is rendered. */
export function focusInvalid(form: HTMLElement | null): void {
  requestAnimationFrame(() => form?.querySelector<HTMLElement>("[aria-invalid='true']")?.focus());
}
