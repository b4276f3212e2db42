// Accounts: the page, fields and forms of passwords and codes, and signing out.
export { AuthLayout } from "./AuthLayout.tsx";
export { ChangePasswordForm } from "./ChangePasswordForm.tsx";
export { CodeField } from "./CodeField.tsx";
export { EmailField } from "./EmailField.tsx";
export { filled, filledIn } from "./filled.ts";
export { keepFrozenAddress } from "./frozenAddress.ts";
export { KnownUsername } from "./KnownUsername.tsx";
export { PasswordField } from "./PasswordField.tsx";
export { ProofButton } from "./ProofButton.tsx";
export { SecondFactorAdvice } from "./SecondFactorAdvice.tsx";
export { UsernameField } from "./UsernameField.tsx";
export { useHasPassword } from "./useHasPassword.ts";
export { useLogout } from "./useLogout.ts";
