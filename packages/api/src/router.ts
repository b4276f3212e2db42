import { chatRouter } from "./community/chat/chat.router.ts";
import { gifsRouter } from "./community/gifs/gifs.router.ts";
import { moderationRouter } from "./community/moderation/moderation.router.ts";
import { reviewsRouter } from "./community/moderation/reviews.router.ts";
import { sharedAccessRouter } from "./community/shared-access/shared-access.router.ts";
import { answersRouter } from "./content/answers/answers.router.ts";
import { commentsRouter } from "./content/comments/comments.router.ts";
import { postsRouter } from "./content/posts/posts.router.ts";
import { tagProposalsRouter } from "./content/tag-proposals/tag-proposals.router.ts";
import { tagsRouter } from "./content/tags/tags.router.ts";
import { profileRouter } from "./content/users/profile.router.ts";
import { usersRouter } from "./content/users/users.router.ts";
import { proposalsRouter } from "./governance/proposals/proposals.router.ts";
import { refundsRouter } from "./governance/refunds/refunds.router.ts";
import { governanceRouter } from "./governance/staking/governance.router.ts";
import { allowListRouter } from "./money/allow-list/allow-list.router.ts";
import { reservesRouter } from "./money/reserves/reserves.router.ts";
import { transparencyRouter } from "./money/transparency/transparency.router.ts";
import { walletRouter } from "./money/wallet/wallet.router.ts";
import { adminRouter } from "./operations/admin/admin.router.ts";
import { setupRouter } from "./operations/setup/setup.router.ts";
import { statsRouter } from "./operations/stats/stats.router.ts";
import { authRouter } from "./people/accounts/auth.router.ts";
import { bookmarksRouter } from "./people/bookmarks/bookmarks.router.ts";
import { emailChangeRouter } from "./people/email-change/email-change.router.ts";
import { factorsRouter } from "./people/factors/factors.router.ts";
import { integrityRouter } from "./people/integrity/integrity.router.ts";
import { notificationsRouter } from "./people/notifications/notifications.router.ts";
import { trustRouter } from "./people/trust/trust.router.ts";
import { waysInRouter } from "./people/ways-in/ways-in.router.ts";
import { welcomeRouter } from "./people/welcome/welcome.router.ts";
import { brandRouter } from "./platform/brand/brand.router.ts";
import { router } from "./platform/calls/index.ts";
import { parametersRouter } from "./platform/parameters/parameters.router.ts";

/** Every procedure of the product. tRPC, REST and the OpenAPI document are all derived from it. */
export const appRouter = router({
  auth: authRouter,
  factors: factorsRouter,
  waysIn: waysInRouter,
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
  welcome: welcomeRouter,
  integrity: integrityRouter,
  trust: trustRouter,
  wallet: walletRouter,
  allowList: allowListRouter,
  reserves: reservesRouter,
  governance: governanceRouter,
  proposals: proposalsRouter,
  parameters: parametersRouter,
  refunds: refundsRouter,
  moderation: moderationRouter,
  sharedAccess: sharedAccessRouter,
  reviews: reviewsRouter,
  tagProposals: tagProposalsRouter,
  admin: adminRouter,
  brand: brandRouter,
  setup: setupRouter,
  gifs: gifsRouter,
  transparency: transparencyRouter,
  stats: statsRouter,
});

export type AppRouter = typeof appRouter;
