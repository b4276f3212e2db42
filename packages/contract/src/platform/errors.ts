import { z } from "zod";

/**
 * Every way a call can fail: its code, its HTTP status and its default sentence. A new code is added here and nowhere
 * else (docs/DECISIONS.md §4).
 */
export const ERRORS = {
  BAD_REQUEST: { status: 400, message: "The request could not be understood" },
  INSUFFICIENT_BALANCE: { status: 400, message: "Insufficient balance" },
  WITHDRAWAL_LIMIT: { status: 400, message: "This is more than may be withdrawn in 24 hours" },
  WRONG_PASSWORD: { status: 400, message: "Current password is incorrect" },
  EMAIL_LINK_INVALID: { status: 400, message: "This link isn't valid. Sign in and ask for a new one." },
  EMAIL_LINK_EXPIRED: { status: 400, message: "This link has expired. Sign in and ask for a new one." },
  FREEZE_LINK_INVALID: {
    status: 400,
    message: "This link isn't valid or has expired. Sign in and freeze your account in your settings, under Security.",
  },
  RESET_LINK_INVALID: { status: 400, message: "This reset link is no longer valid. Please ask for a new one." },
  INVALID_CREDENTIALS: { status: 401, message: "Invalid email or password" },
  SECOND_FACTOR_REQUIRED: { status: 401, message: "Enter the code from your authenticator app, or a recovery code" },
  SECOND_FACTOR_WRONG: { status: 401, message: "This code is not right, or it was used before. Try the next one." },
  PASSKEY_REFUSED: {
    status: 401,
    message: "This passkey was not accepted. Try again, or use another way to sign in.",
  },
  UNAUTHENTICATED: { status: 401, message: "Please sign in to continue" },
  TOKEN_EXPIRED: { status: 401, message: "The token has expired" },
  FORBIDDEN: { status: 403, message: "You are not allowed to do this" },
  CSRF_REJECTED: { status: 403, message: "The request did not come from this site" },
  STEP_UP_REQUIRED: { status: 403, message: "Please confirm that it is you, and try again" },
  SECOND_FACTOR_NEEDED: {
    status: 403,
    message: "Moderators and admins need a second factor. Set one up in your settings, under Security.",
  },
  ACCOUNT_FROZEN: {
    status: 403,
    message: "This account is frozen. Set a new password with “Forgot your password?” first.",
  },
  FREEZE_LIMIT: {
    status: 403,
    message: "Moderators can freeze a member's withdrawals for 7 days in 30. Ask an admin if it has to be longer.",
  },
  ACCOUNT_SUSPENDED: { status: 403, message: "This account is suspended" },
  EMAIL_UNVERIFIED: {
    status: 403,
    message: "Confirm your email address first: open the link that we sent you, or ask for a new one.",
  },
  OWN_ANSWER: { status: 403, message: "You cannot accept your own answer to your own bounty" },
  OWN_CONTENT: { status: 403, message: "You cannot vote on what you wrote yourself" },
  OWN_RATING: { status: 403, message: "You cannot rate yourself" },
  OWN_REQUEST: { status: 403, message: "You cannot vote on your own refund request" },
  VOTE_REPUTATION: { status: 403, message: "You need more reputation to vote on refunds" },
  VOTE_ACCOUNT_AGE: { status: 403, message: "Your account is too young to vote on refunds" },
  VOTE_NOT_ESTABLISHED: { status: 403, message: "Only established members can vote on refunds" },
  VOTE_MODERATORS_ONLY: {
    status: 403,
    message: "This community is still small, so its moderators decide about refunds",
  },
  VOTE_ENGAGEMENT: {
    status: 403,
    message: "Only members who answered, commented on, voted on or bookmarked the post before the request can vote",
  },
  VOTE_REVIEW_TIME: { status: 403, message: "Please take 5 minutes to review the request before you vote" },
  VOTE_DAILY_LIMIT: { status: 403, message: "You can vote on at most 10 refund requests in 24 hours" },
  OBJECTION_ENGAGEMENT: {
    status: 403,
    message: "Only members who asked, answered, commented on, voted on or bookmarked this question before can object",
  },
  OBJECTION_NOT_ESTABLISHED: { status: 403, message: "Only established members can object" },
  STAKE_TOO_LOW: { status: 403, message: "You have not staked enough for this" },
  NO_VOTING_POWER: { status: 403, message: "You had nothing staked when voting opened" },
  HAS_INTEREST: {
    status: 403,
    message: "You asked or answered this question, so another moderator must decide here",
  },
  OWN_DECISION: { status: 403, message: "Somebody else must decide about this" },
  NOT_FOUND: { status: 404, message: "Not found" },
  CONTENT_HIDDEN: { status: 404, message: "A moderator has hidden this" },
  USERNAME_TAKEN: { status: 409, message: "This username is already taken" },
  EMAIL_TAKEN: { status: 409, message: "This email address is already registered" },
  EMAIL_LINK_USED: { status: 409, message: "This link has been used. The email address is confirmed." },
  SECOND_FACTOR_EXISTS: { status: 409, message: "You already have an authenticator app. Remove it first." },
  PASSKEY_EXISTS: { status: 409, message: "This passkey is already set up" },
  TOO_MANY_PASSKEYS: { status: 409, message: "You have 10 passkeys, which is the most. Remove one first." },
  NO_SECOND_FACTOR: { status: 409, message: "You have no second factor yet. Set one up first." },
  EDIT_LOCKED: { status: 409, message: "This post was edited less than 24 hours ago" },
  BOUNTY_HAS_ANSWERS: {
    status: 409,
    message:
      "This post has a bounty and an answer, so it cannot be deleted. You can ask for a refund after it expires.",
  },
  REFUND_PENDING: { status: 409, message: "A refund of this bounty is being decided" },
  REFUND_EXISTS: { status: 409, message: "A refund of this bounty has already been asked for" },
  REFUND_NOT_OPEN: { status: 409, message: "This bounty has not expired yet" },
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
  STAKE_LOCKED: { status: 409, message: "This stake is locked by your vote on an open proposal" },
  TOO_MANY_PROPOSALS: { status: 409, message: "You already have 3 proposals open. Wait until one is decided." },
  ALREADY_FLAGGED: { status: 409, message: "You have already flagged this" },
  ACCOUNT_HAS_STAKE: { status: 409, message: "There is BBUX staked in this account. Unstake it first." },
  ALREADY_ACCEPTED: { status: 409, message: "An answer has already been accepted" },
  POST_CLOSED: { status: 409, message: "This post is closed" },
  ACCOUNT_HAS_FUNDS: {
    status: 409,
    message: "There is BBUX in this account. Withdraw it first, or leave it to the treasury.",
  },
  ACCOUNT_HAS_BOUNTIES: { status: 409, message: "A bounty of this account is not settled yet" },
  ACCOUNT_HAS_WITHDRAWALS: { status: 409, message: "A withdrawal of this account is not final yet" },
  PRICE_CHANGED: {
    status: 409,
    message: "The fee has changed, so nothing was taken. Please check the new amounts and confirm again.",
  },
  TOO_MANY_DEPOSITS: { status: 409, message: "You already have many deposit requests open. Wait until they expire." },
  LAST_ADMIN: { status: 409, message: "The last admin cannot leave: make somebody else an admin first" },
  IDEMPOTENCY_CONFLICT: { status: 409, message: "This Idempotency-Key was used for another request" },
  WITHDRAWAL_NOT_HELD: {
    status: 409,
    message: "Only a withdrawal that is being held can be canceled. This one is on its way or done; see its status.",
  },
  CONFLICT: { status: 409, message: "The request conflicts with the present state" },
  REQUEST_TIMEOUT: { status: 408, message: "The request took too long to arrive. Please send it again." },
  PAYLOAD_TOO_LARGE: { status: 413, message: "The request is too large" },
  UNSUPPORTED_MEDIA_TYPE: { status: 415, message: "The content type is not supported" },
  VALIDATION_ERROR: { status: 422, message: "Please check your input" },
  TRANSACTION_FAILED: { status: 422, message: "The transaction failed" },
  HEADERS_TOO_LARGE: {
    status: 431,
    message: "The headers of the request are too large. Clear the cookies of this site, or send fewer headers.",
  },
  RATE_LIMITED: { status: 429, message: "Too many requests. Please try again later." },
  INTERNAL_ERROR: { status: 500, message: "Something went wrong on our side" },
  CHAIN_UNAVAILABLE: {
    status: 503,
    message: "The Solana network cannot be reached right now. Please try again in a moment.",
  },
  GIF_UNAVAILABLE: { status: 503, message: "Failed to search GIFs. Please try again." },
  SERVICE_UNAVAILABLE: { status: 503, message: "The service is busy. Please try again in a moment." },
} as const satisfies Record<string, { status: number; message: string }>;

export type ErrorCode = keyof typeof ERRORS;
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
    code: z.enum(ERROR_CODES).meta({ id: "ErrorCode", description: "Which refusal it is, for a program" }),
    details: z
      .union([z.array(fieldProblem), z.record(z.string(), z.unknown())])
      .optional()
      .meta({ description: "The failing fields of a validation failure, or facts about the refusal" }),
  })
  .meta({ id: "Failure" });

export type FieldProblem = z.infer<typeof fieldProblem>;
export type Failure = z.infer<typeof failure>;
