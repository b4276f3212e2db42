// Posts that can be read without a connection.
export { OfflineNotice } from "./OfflineNotice.tsx";
export { useOfflineCopy } from "./useOfflineCopy.ts";
