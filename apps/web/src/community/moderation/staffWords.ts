/** What staff are called beside their names. */
export const STAFF: Readonly<Record<string, string>> = {
  moderator: /* @wc-include */ "moderator",
  admin: /* @wc-include */ "admin",
};
