import type { Role } from "@bbux/contract";

export const ROLE_LABELS: Readonly<Record<Role, string>> = { user: "User", moderator: "Moderator", admin: "Admin" };

/** For use in a sentence, with an article. */
export const ROLE_PHRASES: Readonly<Record<Role, string>> = {
  user: "an ordinary user",
  moderator: "a moderator",
  admin: "an admin",
};
