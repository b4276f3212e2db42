import {
  type ComponentProps,
  type SubmitEventHandler,
  type SyntheticEvent,
  useLayoutEffect,
  useReducer,
  useRef,
} from "react";

interface CheckedFormProps extends ComponentProps<"form"> {
  readonly onSubmit: SubmitEventHandler<HTMLFormElement>;
}

/** A submit that the member hasn't reacted to yet. */
interface Submit {
  readonly form: HTMLFormElement;
  /** Where the focus was. */
  readonly from: Element | null;
  /** The invalid field that took the focus since. */
  focused?: HTMLElement;
}

/**
 * A form that the app checks and sends. After a submit it focuses its first invalid field, in the middle of the screen,
 * whether the app or later the server finds the fault, unless the member has gone on by then.
 */
export function CheckedForm({ onSubmit, ...props }: CheckedFormProps) {
  const sent = useRef<Submit | null>(null);
  // The same fault a second time changes no state, but takes the focus again.
  const [, renderAgain] = useReducer((count: number) => count + 1, 0);
  // After every render, because each may bring the server's answer.
  useLayoutEffect(() => {
    const last = sent.current;
    if (!last) return;
    const field = firstInvalid(last.form);
    if (!field || field === last.focused) return;
    last.focused = field;
    const at = document.activeElement;
    if (at !== last.from && at !== document.body && !last.form.contains(at)) return;
    field.focus({ preventScroll: true });
    field.scrollIntoView({ block: "center" });
  });
  const goOn = ({ currentTarget, target }: SyntheticEvent<HTMLFormElement>) => {
    // React events go through portals: what happens in a dialog doesn't go on in the form.
    if (target instanceof Node && currentTarget.contains(target)) sent.current = null;
  };
  return (
    <form
      noValidate
      {...props}
      onKeyDownCapture={goOn}
      onPointerDownCapture={goOn}
      onInputCapture={goOn}
      onSubmit={(event) => {
        event.preventDefault();
        // Likewise, a form that opened a dialog mustn't be submitted with the dialog's.
        event.stopPropagation();
        sent.current = { form: event.currentTarget, from: document.activeElement };
        renderAgain();
        onSubmit(event);
      }}
    />
  );
}

function firstInvalid(form: HTMLFormElement): HTMLElement | null {
  return (
    // A group of radio buttons has its error on a wrapper.
    form.querySelector<HTMLElement>("[aria-invalid='true'], [data-error='true'] [type='radio']") ??
    // Media have no field of their own, only a wrapper with buttons.
    form.querySelector<HTMLElement>("[data-error='true'] button:not([disabled])")
  );
}
