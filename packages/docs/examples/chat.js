import { api, signIn } from "./bbux.js";

await signIn();
const room = "/chat/global-chat";
await api("POST", `${room}/join`);

// The latest messages, the oldest of them first.
const { messages } = await api("GET", `${room}/messages?limit=30`);
for (const { author, content } of messages) {
  console.log(`${author.username}: ${content}`);
}
const last = messages.at(-1)?.createdAt ?? new Date(0).toISOString();

await api("POST", `${room}/messages`, { body: { content: "Good morning!" } });

// What is new since then. Ask like this every two seconds.
const after = encodeURIComponent(last);
const news = await api("GET", `${room}/messages?after=${after}`);
for (const { author, content } of news.messages) {
  console.log(`${author.username}: ${content}`);
}
