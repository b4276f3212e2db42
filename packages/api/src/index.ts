export type { Context, CurrentSession, JobPayloads, LimitName, Services, Viewer } from "./context.ts";
export { AppError } from "./errors.ts";
export { failureBody, statusOf, toAppError } from "./failure.ts";
export { type AppRouter, appRouter } from "./router.ts";
