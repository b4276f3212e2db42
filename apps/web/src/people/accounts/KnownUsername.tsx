import { useSession } from "../../lib/session.ts";

/** Tells password managers which account the password or code of a form belongs to. */
export function KnownUsername() {
  const { user } = useSession();
  if (!user) return null;
  return (
    <input
      className="visually-hidden"
      type="email"
      name="username"
      autoComplete="username"
      value={user.email}
      readOnly
      tabIndex={-1}
      aria-hidden="true"
    />
  );
}
