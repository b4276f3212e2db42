// Procedures and their failures. Only routers may import this, because it loads tRPC.
export { assertClean } from "./clean.ts";
export { failureBody, statusOf, toAppError, toTrpcError } from "./failure.ts";
export { KINDS as SECURITY_LOG_KINDS } from "./security-log.kinds.ts";
export {
  accountProcedure,
  adminProcedure,
  memberProcedure,
  moderatorProcedure,
  type ProcedureMeta,
  publicProcedure,
  router,
} from "./trpc.ts";
export { needsVerifiedEmail, requireVerifiedEmail } from "./unverified.ts";
export { requireViewer, type ViewerLevel } from "./viewer.ts";
