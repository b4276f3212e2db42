import { type ADMIN_USER_SORTS, LIMITS } from "@bbux/contract";
import { oneOf, wholeNumber, words } from "../../lib/searchParams.ts";

export const ADMIN_TABS = ["overview", "members", "audit", "money", "jobs", "parameters", "branding"] as const;
export type AdminTab = (typeof ADMIN_TABS)[number];
export type MemberSort = (typeof ADMIN_USER_SORTS)[number];
/** Repeated here, because the contract's list would bring its schemas and the validator to every page's first load. */
const SORTS = ["newest", "oldest", "username", "reputation", "integrity"] as const satisfies readonly MemberSort[];
export const ROLES = ["user", "moderator", "admin"] as const;

/** The panel's state in the URL. Defaults (overview, page 1, newest) are left out. */
export interface AdminSearch {
  readonly tab?: AdminTab | undefined;
  readonly page?: number | undefined;
  /** Part of a member's name or email. */
  readonly search?: string | undefined;
  readonly sort?: MemberSort | undefined;
  readonly role?: (typeof ROLES)[number] | undefined;
  readonly suspended?: true | undefined;
  /** For the audit log: the action, its author, and its target. */
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

/** Returns the call for members that matches the URL. */
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

/** Returns the call for the audit log that matches the URL. */
export function auditInput({ page = 1, action, actor, subject }: AdminSearch) {
  return { page, limit: 20, ...(action && { action }), ...(actor && { actor }), ...(subject && { subject }) };
}

/** Changes the URL; the list returns to its first page. `replace` adds no history entry (typing). */
export type OnAdminSearch = (change: Partial<AdminSearch>, options?: { replace?: boolean }) => void;

/** A tab's props: the filters of its list, and how to change them. */
export interface AdminTabProps {
  readonly search: AdminSearch;
  readonly onSearch: OnAdminSearch;
}
