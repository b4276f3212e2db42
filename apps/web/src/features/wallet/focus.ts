/** Takes the focus to the first field of a form that is wrong, once its message is there. */
export function focusInvalid(form: HTMLElement | null): void {
  requestAnimationFrame(() => form?.querySelector<HTMLElement>("[aria-invalid='true']")?.focus());
}
