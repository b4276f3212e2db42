import type { Role } from "@bbux/contract";

export const ROLE_WORDS: Readonly<Record<Role, string>> = { user: "User", moderator: "Moderator", admin: "Admin" };

/** In a sentence, with its article. */
export const A_ROLE: Readonly<Record<Role, string>> = {
  user: "an ordinary user",
  moderator: "a moderator",
  admin: "an admin",
};
