import { chatRouter } from "./community/chat/chat.router.ts";
import { gifsRouter } from "./community/gifs/gifs.router.ts";
import { moderationRouter } from "./community/moderation/moderation.router.ts";
import { answersRouter } from "./content/answers/answers.router.ts";
import { commentsRouter } from "./content/comments/comments.router.ts";
import { postsRouter } from "./content/posts/posts.router.ts";
import { tagsRouter } from "./content/tags/tags.router.ts";
import { profileRouter } from "./content/users/profile.router.ts";
import { usersRouter } from "./content/users/users.router.ts";
import { proposalsRouter } from "./governance/proposals/proposals.router.ts";
import { refundsRouter } from "./governance/refunds/refunds.router.ts";
import { governanceRouter } from "./governance/staking/governance.router.ts";
import { reservesRouter } from "./money/reserves/reserves.router.ts";
import { transparencyRouter } from "./money/transparency/transparency.router.ts";
import { walletRouter } from "./money/wallet/wallet.router.ts";
import { adminRouter } from "./operations/admin/admin.router.ts";
import { statsRouter } from "./operations/stats/stats.router.ts";
import { authRouter } from "./people/accounts/auth.router.ts";
import { bookmarksRouter } from "./people/bookmarks/bookmarks.router.ts";
import { emailChangeRouter } from "./people/email-change/email-change.router.ts";
import { factorsRouter } from "./people/factors/factors.router.ts";
import { integrityRouter } from "./people/integrity/integrity.router.ts";
import { notificationsRouter } from "./people/notifications/notifications.router.ts";
import { router } from "./platform/calls/index.ts";
import { parametersRouter } from "./platform/parameters/parameters.router.ts";

/** Every procedure of the product. tRPC, REST and the OpenAPI document are all derived from it. */
export const appRouter = router({
  auth: authRouter,
  factors: factorsRouter,
  emailChange: emailChangeRouter,
  posts: postsRouter,
  answers: answersRouter,
  comments: commentsRouter,
  bookmarks: bookmarksRouter,
  notifications: notificationsRouter,
  chat: chatRouter,
  tags: tagsRouter,
  users: usersRouter,
  profile: profileRouter,
  integrity: integrityRouter,
  wallet: walletRouter,
  reserves: reservesRouter,
  governance: governanceRouter,
  proposals: proposalsRouter,
  parameters: parametersRouter,
  refunds: refundsRouter,
  moderation: moderationRouter,
  admin: adminRouter,
  gifs: gifsRouter,
  transparency: transparencyRouter,
  stats: statsRouter,
});

export type AppRouter = typeof appRouter;
