// Accounts: the fields and forms of passwords.
export { ChangePasswordForm } from "./ChangePasswordForm.tsx";
export { focusFirstError } from "./focusFirstError.ts";
export { PasswordField } from "./PasswordField.tsx";
