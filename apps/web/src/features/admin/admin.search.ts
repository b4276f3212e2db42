import { type ADMIN_USER_SORTS, LIMITS } from "@bbux/contract";
import { oneOf, wholeNumber, words } from "../../searchParams.ts";

export const ADMIN_TABS = ["overview", "members", "audit", "money", "jobs", "parameters"] as const;
export type AdminTab = (typeof ADMIN_TABS)[number];
export type MemberSort = (typeof ADMIN_USER_SORTS)[number];
/** Written here: the contract's list would bring its schemas, and with them the validator, to every page's first load. */
const SORTS = ["newest", "oldest", "username", "reputation", "integrity"] as const satisfies readonly MemberSort[];
export const ROLES = ["user", "moderator", "admin"] as const;

/** The panel's state, as it stands in the URL. Defaults (overview, page 1, newest) do not appear. */
export interface AdminSearch {
  readonly tab?: AdminTab | undefined;
  readonly page?: number | undefined;
  /** Part of a member's name or email. */
  readonly search?: string | undefined;
  readonly sort?: MemberSort | undefined;
  readonly role?: (typeof ROLES)[number] | undefined;
  readonly suspended?: true | undefined;
  /** Of the audit log: what was done, by whom, to whom. */
  readonly action?: string | undefined;
  readonly actor?: string | undefined;
  readonly subject?: string | undefined;
}

export function readAdminSearch(given: Readonly<Record<string, unknown>>): AdminSearch {
  const tab = oneOf(ADMIN_TABS, given.tab);
  const page = wholeNumber(given.page, LIMITS.page);
  const members = tab === "members";
  const audit = tab === "audit";
  const sort = oneOf(SORTS, given.sort);
  const action = words(given.action, 40)?.toUpperCase();
  return {
    tab: tab === "overview" ? undefined : tab,
    page: page !== 1 && (members || audit) ? page : undefined,
    search: members ? words(given.search, 200) : undefined,
    sort: members && sort !== "newest" ? sort : undefined,
    role: members ? oneOf(ROLES, given.role) : undefined,
    suspended: members && given.suspended === true ? true : undefined,
    action: audit && action && /^[A-Z_]+$/.test(action) ? action : undefined,
    actor: audit ? words(given.actor, 64) : undefined,
    subject: audit ? words(given.subject, 64) : undefined,
  };
}

/** The call for members that the URL stands for. */
export function membersInput({ page = 1, search, sort, role, suspended }: AdminSearch) {
  return {
    page,
    limit: 20,
    ...(search && { search }),
    ...(sort && { sort }),
    ...(role && { role }),
    ...(suspended && { suspended }),
  };
}

/** The call for the audit log that the URL stands for. */
export function auditInput({ page = 1, action, actor, subject }: AdminSearch) {
  return { page, limit: 20, ...(action && { action }), ...(actor && { actor }), ...(subject && { subject }) };
}

/** Changes the URL; the list goes back to its first page. `replace` leaves no step in the history (typing). */
export type OnAdminSearch = (change: Partial<AdminSearch>, options?: { replace?: boolean }) => void;
