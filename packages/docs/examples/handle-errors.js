import { api, refresh, signIn } from "./bbux.js";

const pause = (seconds) => new Promise((done) => setTimeout(done, seconds * 1000));

/** Calls, waits when asked to, renews an expired token, and calls again. */
async function persistently(method, path, options, attempts = 5) {
  try {
    return await api(method, path, options);
  } catch (error) {
    if (attempts === 1) throw error;
    if (error.code === "TOKEN_EXPIRED") await refresh();
    else if ([429, 503].includes(error.status)) await pause(error.retryAfter || 1);
    else throw error;
    return persistently(method, path, options, attempts - 1);
  }
}

await signIn();
const { user } = await persistently("GET", "/auth/me");
try {
  const body = { title: "", content: `${user.username} asks`, tags: [] };
  await persistently("POST", "/posts", { body });
} catch (error) {
  // For a program: which refusal, which fields. For a person: the sentence.
  if (error.code !== "VALIDATION_ERROR") throw error;
  for (const { field, message } of error.details) {
    console.log(`${field}: ${message}`);
  }
}
