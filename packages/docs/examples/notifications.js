import { api, signIn } from "./bbux.js";

await signIn();
const { count } = await api("GET", "/notifications/unread-count");
console.log(`${count} unread`);

// The latest 20 that are unread. Each says where it leads.
const unread = await api("GET", "/notifications?read=false");
for (const { id, title, message, navigation } of unread) {
  console.log(`${title}: ${message} ${navigation?.url ?? ""}`);
  await api("POST", `/notifications/${id}/read`);
}
