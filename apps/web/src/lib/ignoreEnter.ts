import type { KeyboardEvent } from "react";

/** For `onKeyDown` of a form that spends: keeps Enter in a field from submitting it, so that only its button does. */
export function ignoreEnter(event: KeyboardEvent<HTMLFormElement>): void {
  const { target } = event;
  // React also reports the keys of dialogs that a field has opened.
  const isOwn = target instanceof HTMLInputElement && target.form === event.currentTarget;
  if (isOwn && event.key === "Enter") event.preventDefault();
}
