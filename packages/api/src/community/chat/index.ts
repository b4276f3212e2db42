// The chat for others: following rooms, operating them, and hiding messages.
export { insertMessage } from "./chat.commands.ts";
export { placeOfMessage } from "./chat.sql.ts";
export { createChatFeeds } from "./feed.ts";
export { addRoom, listAllRooms, type OperatedRoom, renameRoom } from "./operate.commands.ts";
export { listRooms } from "./rooms.query.ts";
export { hideMessage, restoreMessage } from "./visibility.command.ts";
