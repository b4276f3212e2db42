interface FormNodes {
  getInputNode: (field: string) => HTMLElement | null;
}

/** For a form's `onSubmit`: focuses the first invalid field, so that its message is announced. */
export function focusFirstError(form: FormNodes) {
  return (errors: Record<string, unknown>) => {
    const [field] = Object.keys(errors);
    if (field !== undefined) form.getInputNode(field)?.focus();
  };
}
