import { exportOwnData } from "./account.ts";
import { printedPages } from "./docs.ts";
import { exportFeed } from "./export.ts";
import type { PlainRoute } from "./route.ts";
import { solanaProxy } from "./solana-proxy.ts";
import { exportStatement } from "./statement.ts";
import { checkpointNote, exportTransparencyLog } from "./transparency.ts";
import { uploadBrandImage, uploadMedia, uploadPicture } from "./uploads.ts";

/** Every call that isn't a procedure. Each has its own file next to this one. */
export const plainRoutes: readonly PlainRoute[] = [
  exportFeed,
  exportOwnData,
  uploadMedia,
  uploadPicture,
  uploadBrandImage,
  solanaProxy,
  exportStatement,
  exportTransparencyLog,
  checkpointNote,
  ...printedPages,
];
