import type { Role } from "@bbux/contract";

export const ROLE_LABELS: Readonly<Record<Role, string>> = { user: "User", moderator: "Moderator", admin: "Admin" };

/** Says that a member has a role now, and that they would lose this page with it. */
export const ROLE_NEWS: Readonly<
  Record<
    Role,
    { readonly now: (name: string) => string; readonly own: string; readonly lost: (name: string) => string }
  >
> = {
  user: {
    now: (name) => `${name} is an ordinary member now`,
    own: "You'll be an ordinary member and lose access to this page immediately. Only another admin can restore your role.",
    lost: (name) => `${name} will be an ordinary member and lose access to this page immediately.`,
  },
  moderator: {
    now: (name) => `${name} is a moderator now`,
    own: "You'll be a moderator and lose access to this page immediately. Only another admin can restore your role.",
    lost: (name) => `${name} will be a moderator and lose access to this page immediately.`,
  },
  admin: {
    now: (name) => `${name} is an admin now`,
    own: "You'll be an admin and lose access to this page immediately. Only another admin can restore your role.",
    lost: (name) => `${name} will be an admin and lose access to this page immediately.`,
  },
};

/** For use in a sentence, with an article. */
export const ROLE_PHRASES: Readonly<Record<Role, string>> = {
  user: "an ordinary member",
  moderator: "a moderator",
  admin: "an admin",
};
