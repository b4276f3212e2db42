import { api, refresh, signIn } from "./bbux.js";

await signIn();
const { user } = await api("GET", "/auth/me");
console.log(`I am ${user.username}`);

// The token lives for an hour. After that a call is refused with
// TOKEN_EXPIRED: get a new pair, and call again.
await refresh();
const { sessions } = await api("GET", "/auth/sessions");
console.log(`${sessions.length} open sign-ins`);

await api("POST", "/auth/logout");
