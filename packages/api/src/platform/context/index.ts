// What a call knows and what it may use.
export type { Batch, ChatFeeds, RoomFeed } from "./chat-feeds.ts";
export type {
  BrandReader,
  BrowserMark,
  CallContext,
  ChainRpc,
  Context,
  CurrentSession,
  Documents,
  JobPayloads,
  LimitName,
  LogWitness,
  MemberContext,
  MoneySettings,
  NoteSettings,
  PasswordEstimate,
  Reply,
  SecurityLine,
  Services,
  Signals,
  SignalTopic,
  Viewer,
  Witness,
} from "./context.ts";
export type { Effects } from "./effects.ts";
export { FAILPOINTS, type Failpoint } from "./failpoints.ts";
export type { FoundGifs, GifQuestion, GifService } from "./gif-service.ts";
export type { LocalFile, MediaStorage } from "./media-storage.ts";
export type { OpenIdAccount, OpenIdProvider, OpenIdRequest } from "./openid.ts";
export { readsOf } from "./reads.ts";
export { isUnverified } from "./unverified.ts";
