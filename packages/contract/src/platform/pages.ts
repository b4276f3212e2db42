// No zod here, because every page of the web app includes this table.
import { DEFAULT_BRAND } from "./brand.rules.ts";

/** What tabs, bookmarks, link previews and search results show of a page. */
export interface PageFacts {
  /** Without the name of the platform, which {@link titleOf} adds. */
  readonly title: string;
  /** One or two sentences, 50 to 160 characters. */
  readonly description: string;
  /** Whether search engines may list the page: pages that visitors can read and that last. */
  readonly index: boolean;
}

const open = (title: string, description: string): PageFacts => ({ title, description, index: true });
/** Pages for members, or of no use in search results. */
const own = (title: string, description: string): PageFacts => ({ title, description, index: false });

/**
 * Every route of the web app by its pattern. A page with `$name` has a subject (a post, a member); its title and
 * description here are used until that has loaded, or if it doesn't exist.
 */
const TABLE = {
  "/": open(
    "Questions with bounties",
    "Put a bounty on what you need to know. It is held in escrow from the start and paid to the answer that you accept.",
  ),
  "/community": open("Community", "Questions and shared knowledge from the community, with bounties in BBUX."),
  "/reserves": open(
    "Proof of reserves",
    "What the platform owes its members in BBUX, and the SOL it holds to back it. Anyone can check.",
  ),
  "/transparency": open("Transparency", "A signed log of every movement of BBUX, for anyone to verify."),
  "/docs": open(
    "Documentation",
    "How {name} works: guides for members, reference for developers, and the legal texts.",
  ),
  "/docs/platform": open(
    "Platform Documentation",
    "What {name} is: its features, its token, the SOL behind it, its governance and security.",
  ),
  "/docs/user-guide": open("User Guide", "Asking, answering, the wallet, chat, refunds and voting, step by step."),
  "/docs/developer-guide": open(
    "Developer Guide",
    "How {name} is built: features, database, books and chain, and how to run and change it.",
  ),
  "/docs/api-reference": open(
    "API Reference",
    "Every operation of the {name} API, with parameters, responses and errors.",
  ),
  "/docs/deployment-guide": open(
    "Deployment Guide",
    "Running {name} in production: hosting, configuration, monitoring and security.",
  ),
  "/docs/legal": open("Legal Information", "Terms, privacy, cookies, disclaimer and governance terms of {name}."),
  "/docs/refund-system": open(
    "Refund System Guide",
    "When an unclaimed bounty goes back to its asker, and how members vote on it.",
  ),
  "/privacy": open("Privacy Policy", "What {name} stores about you, why, for how long, and who sees it."),
  "/terms": open("Terms of Service", "The rules for using {name}: accounts, content, bounties and the token."),
  "/signup": open(
    "Create an account",
    "Join {name} to ask questions with a bounty and get paid for answers that help.",
  ),
  "/login": own("Sign in", "Sign in to {name} to ask, answer, vote and get paid for good answers."),
  "/login/$provider": own("Finish signing in", "Finish signing in with your other account, or linking it."),
  "/forgot-password": own("Forgotten password", "Ask for an email with a link to set a new password."),
  "/reset-password": own("Set a new password", "Choose a new password with the link that we emailed you."),
  "/verify-email": own("Confirm your email", "Confirm your email address with the link that we emailed you."),
  "/confirm-email-change": own(
    "Change your email address",
    "Confirm your new email address with the link in our email.",
  ),
  "/undo-email-change": own(
    "Undo the change of your email address",
    "Restore your previous email address with the link in our email.",
  ),
  "/undo-added": own(
    "Remove a way to sign in",
    "Remove a way to sign in that you didn't add, with the link in our email.",
  ),
  "/setup": own("Set up the platform", "The first steps of a new platform: admin, branding, tags, email, and Solana."),
  "/freeze": own("Freeze your account", "Stop withdrawals and sign everyone out with the link in our email."),
  "/keep-account": own("Keep your account", "Keep your account from being closed, with the link in our email."),
  "/posts/$postId": open("Post", "A post in the {name} community, with its answers and comments."),
  "/posts/$postId/history": own("Edit history", "The versions of a post or an answer, and what changed."),
  "/posts/create": own(
    "Ask a question",
    "Ask the community, with a bounty in BBUX if you like, or share what you know.",
  ),
  "/tags": own("Tags", "The tags of the questions on {name}, and a way to propose new ones."),
  "/users/$username": open(
    "Profile",
    "A member of the {name} community: what they asked and answered, and their reputation.",
  ),
  "/users/$username/posts": own(
    "Posts of a member",
    "Everything a member of the {name} community has asked and shared.",
  ),
  "/$username": own("Member", "A member's profile: posts, answers and reputation in the community."),
  "/profile": own("Your profile", "Your posts, answers, reputation and statistics, as others see them."),
  "/profile/posts": own("All Posts", "Everything you've asked and shared on {name}, newest first."),
  "/profile/bookmarks": own("All Bookmarks", "The posts you've bookmarked, with the latest bookmark first."),
  "/profile/activity": own("All Activity", "Everything that changed your reputation points, and when."),
  "/profile/hidden": own("Hidden content", "Your content that moderators have hidden, and how to appeal."),
  "/notifications": own("Notifications", "What happened to your posts, your money and your requests."),
  "/settings": own("Settings", "Your profile, account, notifications and ways to sign in."),
  "/wallet": own("Wallet", "Buy BBUX with SOL, sell it, stake it, and see its history."),
  "/transactions": own("Transactions", "Your statement: everything that moved your balance."),
  "/chat": own("Chat", "The community's chat: talk with other members while you ask and answer."),
  "/chat/$roomId": own("Chat room", "A room of the community's chat, where members talk live."),
  "/governance": own("Governance", "Stake BBUX, earn rewards from the community's fees, and vote on changes."),
  "/governance/proposals": own("Proposals", "Proposals that are open for a vote, and past decisions."),
  "/governance/proposals/new": own("New proposal", "Put something to a vote: an opinion, a policy, a fee or a rate."),
  "/governance/proposals/$proposalId": own("Proposal", "What a proposal would change, and how members are voting."),
  "/refund-requests": own("Refund requests", "Members vote on whether an unclaimed bounty goes back to its asker."),
  "/refund-requests/$requestId": own("Refund request", "Why an asker wants a bounty back, and how members have voted."),
  "/reviews": own("Reviews", "Newcomers' posts and answers, for you to clear or flag."),
  "/moderation": own("Moderation", "Flags, appeals and suspensions that need a moderator."),
  "/admin": own("Admin Panel", "Members, money, jobs, parameters and the audit log, for admins."),
} as const satisfies Readonly<Record<string, PageFacts>>;

export type PagePath = keyof typeof TABLE;

/** Returns the texts of a page. @param name of the platform, which some descriptions have */
export function pageFacts(path: PagePath, name: string): PageFacts {
  const { title, description, index } = TABLE[path];
  return { title, description: description.replaceAll("{name}", () => name), index };
}

const PATHS = Object.keys(TABLE).filter((path): path is PagePath => path in TABLE);
/** The texts of each page, on a platform of the default name. */
export const PAGES = Object.fromEntries(PATHS.map((path) => [path, pageFacts(path, DEFAULT_BRAND.name)])) as Readonly<
  Record<PagePath, PageFacts>
>;

/** Returns a description out of {@link PAGES} for a platform of another name, and any other as it is. */
export function namedDescription(description: string, name: string): string {
  const path = PATHS.find((each) => PAGES[each].description === description);
  return path === undefined ? description : pageFacts(path, name).description;
}

/** Returns the title of a page as a tab shows it. @param name of the platform */
export function titleOf(title: string, name: string = DEFAULT_BRAND.name): string {
  return `${title} · ${name}`;
}

const SUMMARY = 155;

/**
 * Summarizes a Markdown text for a page's description: its opening as plain text, at most 155 characters, cut between
 * words. Marks are dropped, not parsed; the result is plain text and must be escaped where it is shown.
 */
export function summaryOf(markdown: string): string {
  const plain = markdown
    .slice(0, 10 * SUMMARY)
    .replace(/^\s{0,3}(```|~~~|#{1,6} |[-*+] |\d+\. |>|\|)[^\S\n]*/gm, "")
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replace(/[*_`~#|]+/g, "")
    .replace(/\s+/g, " ")
    .trim();
  if (plain.length <= SUMMARY) return plain;
  const cut = plain.slice(0, SUMMARY).replace(/[\uD800-\uDBFF]$/, "");
  const space = cut.lastIndexOf(" ");
  return `${space > SUMMARY / 2 ? cut.slice(0, space) : cut}…`;
}

/** What the server passes to the web app in the page (element `bbux-facts`). */
export interface AppFacts {
  /** Whether the page was requested with a live session; null where that isn't known. */
  readonly session: boolean | null;
  /** How many times longer than usual to wait for the server. */
  readonly timeoutFactor: number;
  /** Present where links that confirm an email address aren't mailed but shown: in development without a mail server. */
  readonly showsMailedLinks?: boolean;
  /** Where members can have an account that signs them in. */
  readonly providers: readonly { readonly id: string; readonly name: string }[];
  /** The platform's name, and the key of its logo if it has one of its own. */
  readonly brand: { readonly name: string; readonly logo: string | null };
  readonly links: {
    /** The invitation to the community's external chat, and a social account; null hides them. */
    readonly chatInvite: string | null;
    readonly social: string | null;
    /** Mail addresses. */
    readonly support: string;
    readonly legal: string;
    /** Where the source code is. */
    readonly source: string;
  };
}
