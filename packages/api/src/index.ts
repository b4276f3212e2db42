export type { Context, CurrentSession, JobPayloads, LimitName, Services, Viewer } from "./context.ts";
export { AppError } from "./errors.ts";
export { failureBody, statusOf, toAppError } from "./failure.ts";
export { createPasswordReset } from "./features/auth/passwords.commands.ts";
export { createPasswords } from "./features/auth/passwords.ts";
export { removeExpired, resolveSession } from "./features/auth/sessions.queries.ts";
export { removeOldKeys } from "./idempotency.ts";
export { type AppRouter, appRouter } from "./router.ts";
export type { ProcedureMeta } from "./trpc.ts";
