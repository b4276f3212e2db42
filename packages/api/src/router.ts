import { adminRouter } from "./features/admin/admin.router.ts";
import { answersRouter } from "./features/answers/answers.router.ts";
import { authRouter } from "./features/auth/auth.router.ts";
import { bookmarksRouter } from "./features/bookmarks/bookmarks.router.ts";
import { chatRouter } from "./features/chat/chat.router.ts";
import { commentsRouter } from "./features/comments/comments.router.ts";
import { gifsRouter } from "./features/gifs/gifs.router.ts";
import { governanceRouter } from "./features/governance/governance.router.ts";
import { integrityRouter } from "./features/integrity/integrity.router.ts";
import { moderationRouter } from "./features/moderation/moderation.router.ts";
import { notificationsRouter } from "./features/notifications/notifications.router.ts";
import { parametersRouter } from "./features/parameters/parameters.router.ts";
import { postsRouter } from "./features/posts/posts.router.ts";
import { profileRouter } from "./features/profile/profile.router.ts";
import { proposalsRouter } from "./features/proposals/proposals.router.ts";
import { refundsRouter } from "./features/refunds/refunds.router.ts";
import { reservesRouter } from "./features/reserves/reserves.router.ts";
import { statsRouter } from "./features/stats/stats.router.ts";
import { tagsRouter } from "./features/tags/tags.router.ts";
import { transparencyRouter } from "./features/transparency/transparency.router.ts";
import { usersRouter } from "./features/users/users.router.ts";
import { walletRouter } from "./features/wallet/wallet.router.ts";
import { router } from "./trpc.ts";

/** Every procedure of the product. tRPC, REST and the OpenAPI document are three faces of this one value. */
export const appRouter = router({
  auth: authRouter,
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
