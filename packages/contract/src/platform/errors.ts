import { z } from "zod";

/** What `HAS_INTEREST` says to staff who decide about a member. */
export const RIVALS =
  "You and this member are both involved in a bounty that hasn't been paid yet, so someone else must decide";

/**
 * Every way a call can fail: its code, its HTTP status and its default sentence. A new code is added here and nowhere
 * else (docs/DECISIONS.md §4).
 */
export const ERRORS = {
  BAD_REQUEST: { status: 400, message: "The request couldn't be understood. Please check its format." },
  INSUFFICIENT_BALANCE: { status: 400, message: "Insufficient balance" },
  WITHDRAWAL_LIMIT: {
    status: 400,
    message: "That's more than you can withdraw in 24 hours. Enter a smaller amount, or try again later.",
  },
  WRONG_PASSWORD: { status: 400, message: "Current password is incorrect" },
  EMAIL_LINK_INVALID: { status: 400, message: "This link isn't valid. Sign in and ask for a new one." },
  EMAIL_LINK_EXPIRED: { status: 400, message: "This link has expired. Sign in and ask for a new one." },
  FREEZE_LINK_INVALID: {
    status: 400,
    message: "This link isn't valid or has expired. Sign in and freeze your account in your settings, under Security.",
  },
  KEEP_LINK_INVALID: {
    status: 400,
    message: "This link isn't valid, or the account has already been kept or closed. Try signing in.",
  },
  UNDO_LINK_INVALID: {
    status: 400,
    message:
      "This link isn't valid, has expired, or was used before. In your settings, under Security, check your ways to sign in.",
  },
  RESET_LINK_INVALID: { status: 400, message: "This reset link is no longer valid. Please ask for a new one." },
  INVALID_CREDENTIALS: { status: 401, message: "Invalid email or password" },
  SECOND_FACTOR_REQUIRED: { status: 401, message: "Enter the code from your authenticator app, or a recovery code" },
  SECOND_FACTOR_WRONG: { status: 401, message: "This code is wrong or was used before. Try the next one." },
  SECOND_FACTOR_LOCKED: {
    status: 401,
    message:
      "Too many wrong codes were entered recently. Use a passkey or a recovery code, or set a new password with a link we email you.",
  },
  PASSKEY_REFUSED: {
    status: 401,
    message: "This passkey was not accepted. Try again, or use another way to sign in.",
  },
  WAY_IN_SUSPENDED: {
    status: 401,
    message:
      "This was added shortly before the account was recovered, so it's suspended. Sign in with your password, and confirm it in your settings, under Security.",
  },
  WALLET_REFUSED: {
    status: 401,
    message: "This signature was not accepted. Try again, or use another way to sign in.",
  },
  WALLET_UNKNOWN: {
    status: 401,
    message:
      "No account is linked to this wallet. Sign up with it, or sign in and link it in your settings, under Security.",
  },
  OPENID_REFUSED: {
    status: 401,
    message: "The sign-in with the provider failed. Try again, or use another way to sign in.",
  },
  OPENID_CANCELED: {
    status: 401,
    message: "You didn't sign in at the provider. Try again, or use another way to sign in.",
  },
  OPENID_STALE: {
    status: 401,
    message:
      "The provider didn't ask for your password again. Sign out there and try again, or confirm in another way.",
  },
  OPENID_UNKNOWN: {
    status: 401,
    message:
      "No account is linked to this one. Sign up with it, or sign in another way and link it in your settings, under Security.",
  },
  UNAUTHENTICATED: { status: 401, message: "Please sign in to continue" },
  TOKEN_EXPIRED: {
    status: 401,
    message: "The token has expired. Get a new one with your refresh token, or sign in again.",
  },
  FORBIDDEN: { status: 403, message: "You aren't allowed to do this. If you think you should be, ask a moderator." },
  CSRF_REJECTED: {
    status: 403,
    message: "The request didn't come from this site. Please reload the page and try again.",
  },
  PROOF_OF_WORK_REQUIRED: {
    status: 403,
    message:
      "Too many accounts are being created right now. Try again later, or solve a challenge (GET /api/auth/signup/challenge).",
  },
  STEP_UP_REQUIRED: { status: 403, message: "Please confirm that it is you, and try again" },
  ADDRESS_NOT_ALLOWED: {
    status: 403,
    message:
      "This address isn't on your allow-list. Add it in your settings, under Security. It can be used 48 hours later.",
  },
  SECOND_FACTOR_NEEDED: {
    status: 403,
    message: "Moderators and admins need a second factor. Set one up in your settings, under Security.",
  },
  ACCOUNT_FROZEN: {
    status: 403,
    message: "This account is frozen. Set a new password with “Forgot your password?” first.",
  },
  ACCOUNT_CLOSING: {
    status: 403,
    message:
      "This account is about to be closed. To keep it, open the link in our email about it, or set a new password with “Forgot your password?”.",
  },
  WITHDRAWALS_FROZEN: {
    status: 403,
    message: "A moderator froze your withdrawals. You can close your account once that has ended.",
  },
  PAYMENTS_HELD: {
    status: 403,
    message:
      "Your withdrawals are held, so you can't post or pay bounties, delete an answer that could win one, stake, or give your balance away. Try again once the hold has ended.",
  },
  EMAIL_CHANGED_LATELY: {
    status: 403,
    message: "You changed your email address recently. You can close your account 7 days after that.",
  },
  FREEZE_LIMIT: {
    status: 403,
    message:
      "Moderators can freeze a member's withdrawals for 7 days, and not again within 30 days after that. Ask an admin to do it.",
  },
  ACCOUNT_SUSPENDED: {
    status: 403,
    message: "This account is suspended. You can still withdraw your BBUX. Write to support if this is a mistake.",
  },
  EMAIL_UNVERIFIED: {
    status: 403,
    message: "Confirm your email address first: open the link that we sent you, or ask for a new one.",
  },
  OWN_ANSWER: {
    status: 403,
    message:
      "You can't accept your own answer to your own bounty. Accept someone else's, or wait until the bounty ends.",
  },
  OWN_CONTENT: { status: 403, message: "You cannot vote on what you wrote yourself" },
  OWN_RATING: { status: 403, message: "You cannot rate yourself" },
  OWN_REQUEST: { status: 403, message: "You can't vote on your own refund request. Other members decide it." },
  VOTE_REPUTATION: {
    status: 403,
    message: "You need more reputation to vote on refunds. Earn it with questions and answers that others upvote.",
  },
  VOTE_ACCOUNT_AGE: {
    status: 403,
    message: "Your account is too new to vote on refunds. You can vote once it's 7 days old.",
  },
  VOTE_NOT_ESTABLISHED: {
    status: 403,
    message: "Only established members can vote on refunds. Your settings show, under Account, what it takes.",
  },
  VOTE_MODERATORS_ONLY: {
    status: 403,
    message:
      "This community is still small, so its moderators decide refunds. Members will once enough of them are established.",
  },
  VOTE_ENGAGEMENT: {
    status: 403,
    message:
      "Only members who answered, commented on, voted on or bookmarked the post before the request can vote. Take part in posts to vote on later requests.",
  },
  VOTE_REVIEW_TIME: { status: 403, message: "Please take 5 minutes to review the request before you vote" },
  VOTE_DAILY_LIMIT: {
    status: 403,
    message: "You can vote on at most 10 refund requests in 24 hours. Please try again later.",
  },
  OBJECTION_ENGAGEMENT: {
    status: 403,
    message:
      "Only members who asked, answered, commented on, voted on or bookmarked this question before can object. One of them can do so for you.",
  },
  OBJECTION_NOT_ESTABLISHED: {
    status: 403,
    message: "Only established members can object. Your settings show, under Account, what it takes.",
  },
  STAKE_TOO_LOW: { status: 403, message: "You haven't staked enough for this. Stake more, and try again." },
  NO_VOTING_POWER: {
    status: 403,
    message: "You had no stake when voting opened. Stake now to vote on the next proposals.",
  },
  HAS_INTEREST: {
    status: 403,
    message:
      "You asked or answered this question, or voted on one of its answers or its refund before the bounty was paid, so another moderator must decide here",
  },
  REVIEWERS_ONLY: {
    status: 403,
    message: "Only established members and staff can review. Your settings show, under Account, what it takes.",
  },
  TAG_REPUTATION: {
    status: 403,
    message: "You need more reputation to propose tags. Earn it with questions and answers that others upvote.",
  },
  OWN_DECISION: {
    status: 403,
    message: "This is about you, what you wrote, or an account that counts as yours, so someone else must decide it.",
  },
  NOT_FOUND: { status: 404, message: "Not found" },
  CONTENT_HIDDEN: { status: 404, message: "A moderator has hidden this" },
  USERNAME_TAKEN: { status: 409, message: "This username is already taken" },
  EMAIL_TAKEN: { status: 409, message: "This email address is already registered. Sign in, or reset your password." },
  EMAIL_LINK_USED: { status: 409, message: "This link has been used. The email address is confirmed." },
  SECOND_FACTOR_EXISTS: { status: 409, message: "You already have an authenticator app. Remove it first." },
  ALLOW_LIST_FULL: { status: 409, message: "Your allow-list has 20 addresses, which is the most. Remove one first." },
  PASSKEY_EXISTS: { status: 409, message: "This passkey is already set up. Use another device or security key." },
  TOO_MANY_PASSKEYS: { status: 409, message: "You have 10 passkeys, which is the most. Remove one first." },
  LOGIN_TAKEN: {
    status: 409,
    message: "This is already linked to another account. Sign in to that one and unlink it first.",
  },
  LOGIN_EXISTS: {
    status: 409,
    message: "This is already linked to your account. Choose another one.",
  },
  TOO_MANY_LOGINS: {
    status: 409,
    message: "You have linked 10 wallets and accounts, which is the most. Unlink one first.",
  },
  LAST_WAY_IN: { status: 409, message: "This is your only way to sign in. Add another one first." },
  PASSWORD_EXISTS: { status: 409, message: "You already have a password. Change it instead." },
  NO_SECOND_FACTOR: { status: 409, message: "You have no second factor yet. Set one up first." },
  EDIT_LOCKED: {
    status: 409,
    message: "This post was edited less than 24 hours ago. Try again a day after that edit.",
  },
  BOUNTY_HAS_ANSWERS: {
    status: 409,
    message:
      "This post has a bounty and an answer, so it cannot be deleted. You can ask for a refund after it expires.",
  },
  REFUND_PENDING: { status: 409, message: "A refund of this bounty is being decided. Try again once it has been." },
  REFUND_EXISTS: {
    status: 409,
    message: "A refund of this bounty has already been asked for. The vote is on the refund page.",
  },
  REFUND_NOT_OPEN: { status: 409, message: "This bounty hasn't ended yet. You can ask for a refund once it has." },
  REFUND_WINDOW_CLOSED: { status: 409, message: "A refund could be asked for until 7 days after the bounty expired" },
  NO_UNPAID_BOUNTY: { status: 409, message: "This post has no unpaid bounty" },
  OBJECTION_NOT_OPEN: {
    status: 409,
    message: "You can object only in the two days before a large bounty is paid by votes",
  },
  OBJECTION_SETTLED: {
    status: 409,
    message: "Members have already been asked whether this bounty is paid, so there's no second vote",
  },
  VOTING_CLOSED: { status: 409, message: "Voting is over" },
  ALREADY_VOTED: { status: 409, message: "You have already voted" },
  ALREADY_APPEALED: { status: 409, message: "This decision has been appealed already" },
  NO_APPEAL: { status: 409, message: "There is nothing to appeal, or no appeal to decide" },
  STAKE_LOCKED: {
    status: 409,
    message: "This stake is locked by your vote on an open proposal. Unstake it once voting is over.",
  },
  TOO_MANY_PROPOSALS: { status: 409, message: "You already have 3 proposals open. Wait until one is decided." },
  ALREADY_REVIEWED: { status: 409, message: "You have already reviewed this. Go on with the next one." },
  REVIEW_CLOSED: {
    status: 409,
    message: "This no longer needs a review: others have decided, or it's gone. Go on with the next one.",
  },
  TAG_EXISTS: { status: 409, message: "There is such a tag already. Use that one." },
  TAG_PROPOSED: { status: 409, message: "This tag has been proposed already. Wait until it's decided." },
  TOO_MANY_TAG_PROPOSALS: {
    status: 409,
    message: "You already have 5 proposed tags open. Wait until one is decided, or withdraw one.",
  },
  TAG_PROPOSAL_DECIDED: { status: 409, message: "This proposal was decided or withdrawn before. Reload to see it." },
  ALREADY_FLAGGED: { status: 409, message: "You have already flagged this" },
  ACCOUNT_HAS_STAKE: { status: 409, message: "This account still has BBUX staked. Unstake it first." },
  ALREADY_ACCEPTED: { status: 409, message: "An answer has already been accepted" },
  POST_CLOSED: { status: 409, message: "This post is closed" },
  ACCOUNT_HAS_FUNDS: {
    status: 409,
    message: "This account still holds BBUX. Withdraw it first, or give it to the treasury.",
  },
  ACCOUNT_HAS_BOUNTIES: {
    status: 409,
    message: "A bounty of this account isn't settled yet. Accept an answer, or wait until the bounty ends.",
  },
  ACCOUNT_HAS_WITHDRAWALS: {
    status: 409,
    message: "A withdrawal of this account isn't final yet. Try again in a few minutes.",
  },
  PRICE_CHANGED: {
    status: 409,
    message: "The fee has changed, so nothing was taken. Please check the new amounts and confirm again.",
  },
  TOO_MANY_DEPOSITS: { status: 409, message: "You already have many deposit requests open. Wait until they expire." },
  LAST_ADMIN: { status: 409, message: "The last admin can't leave. Make someone else an admin first." },
  IDEMPOTENCY_CONFLICT: {
    status: 409,
    message: "This Idempotency-Key was used for another request. Please send a new key.",
  },
  WITHDRAWAL_NOT_HELD: {
    status: 409,
    message: "Only a withdrawal that is being held can be canceled. This one is on its way or done; see its status.",
  },
  CONFLICT: { status: 409, message: "The request conflicts with the current state. Reload, and try again." },
  REQUEST_TIMEOUT: { status: 408, message: "The request took too long to arrive. Please send it again." },
  PAYLOAD_TOO_LARGE: { status: 413, message: "The request is too large. Please send less, or a smaller file." },
  UNSUPPORTED_MEDIA_TYPE: { status: 415, message: "The content type isn't supported. Send JSON, or a form for files." },
  VALIDATION_ERROR: { status: 422, message: "Please check your input" },
  PASSWORD_OWN_NAME: {
    status: 422,
    message: "Your password can't be your username or your email address. Please choose another one.",
  },
  PASSWORD_COMMON: {
    status: 422,
    message: "This is one of the most common passwords. Please choose another one.",
  },
  PASSWORD_GUESSABLE: {
    status: 422,
    message: "This password is too easy to guess. Add a few unrelated words.",
  },
  PASSWORD_LEAKED: {
    status: 422,
    message: "This password was found in a data breach. Please choose another one.",
  },
  PASSWORD_UNCHANGED: { status: 422, message: "The new password must differ from the current one" },
  TRANSACTION_FAILED: { status: 422, message: "The transaction failed" },
  HEADERS_TOO_LARGE: {
    status: 431,
    message: "The headers of the request are too large. Clear the cookies of this site, or send fewer headers.",
  },
  POST_LIMIT: { status: 429, message: "You've asked as many questions as you can for now. Please try again later." },
  ANSWER_LIMIT: { status: 429, message: "You've given as many answers as you can for now. Please try again later." },
  COMMENT_LIMIT: {
    status: 429,
    message: "You've written as many comments as you can for now. Please try again later.",
  },
  VOTE_LIMIT: { status: 429, message: "You've voted as often as you can for today. Please try again later." },
  FLAG_LIMIT: { status: 429, message: "You've flagged as much as you can for today. Please try again later." },
  LINK_LIMIT: {
    status: 429,
    message: "You've added as many links as you can for today. Remove some, or try again later.",
  },
  MENTION_LIMIT: {
    status: 429,
    message: "You've mentioned as many members as you can for today. Remove some mentions, or try again later.",
  },
  TEXT_LIMIT: {
    status: 429,
    message: "You've written as much as you can for today. Shorten this, or try again later.",
  },
  UPLOAD_LIMIT: {
    status: 429,
    message: "You've uploaded as much as you can for today. Choose a smaller file, or try again later.",
  },
  MESSAGE_LIMIT: { status: 429, message: "You've sent as many messages as you can for today. Please try again later." },
  TAG_LIMIT: { status: 429, message: "You've proposed as many tags as you can for today. Please try again later." },
  RATE_LIMITED: { status: 429, message: "Too many requests. Please try again later." },
  INTERNAL_ERROR: { status: 500, message: "Something went wrong on our side. Please try again." },
  CHAIN_UNAVAILABLE: {
    status: 503,
    message: "The Solana network cannot be reached right now. Please try again in a moment.",
  },
  GIF_UNAVAILABLE: { status: 503, message: "Failed to search GIFs. Please try again." },
  PROVIDER_UNAVAILABLE: {
    status: 503,
    message: "The provider doesn't answer. Try again in a moment, or sign in another way.",
  },
  SERVICE_UNAVAILABLE: { status: 503, message: "The service is busy. Please try again in a moment." },
} as const satisfies Record<string, { status: number; message: string }>;

export type ErrorCode = keyof typeof ERRORS;

/** Why a password that is long enough can't be set. A change also refuses the current one (PASSWORD_UNCHANGED). */
export const PASSWORD_CODES = [
  "PASSWORD_OWN_NAME",
  "PASSWORD_COMMON",
  "PASSWORD_GUESSABLE",
  "PASSWORD_LEAKED",
] as const satisfies readonly ErrorCode[];
export type PasswordCode = (typeof PASSWORD_CODES)[number];

export const ERROR_CODES = Object.keys(ERRORS) as [ErrorCode, ...ErrorCode[]];

/** One invalid field of a validation error. */
export const fieldProblem = z
  .object({
    field: z.string().meta({ description: "Path of the field: `title`, `codeBlocks.0.code`" }),
    message: z.string(),
  })
  .meta({ id: "FieldProblem" });

/** The body of every failure over REST; tRPC has the same facts in `error.data`. */
export const failure = z
  .object({
    success: z.literal(false),
    error: z.string().meta({ description: "What happened, for a person" }),
    code: z.enum(ERROR_CODES).meta({ id: "ErrorCode", description: "Which error it is, for a program" }),
    details: z
      .union([z.array(fieldProblem), z.record(z.string(), z.unknown())])
      .optional()
      .meta({ description: "The failing fields of a validation failure, or facts about the error" }),
  })
  .meta({ id: "Failure" });

export type FieldProblem = z.infer<typeof fieldProblem>;
export type Failure = z.infer<typeof failure>;
