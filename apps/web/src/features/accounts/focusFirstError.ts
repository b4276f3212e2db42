interface FormNodes {
  getInputNode: (field: string) => HTMLElement | null;
}

/** For a form's `onSubmit`: takes the focus to the first field that is wrong, where its message is read out. */
export function focusFirstError(form: FormNodes) {
  return (errors: Record<string, unknown>) => {
    const [field] = Object.keys(errors);
    if (field !== undefined) form.getInputNode(field)?.focus();
  };
}
