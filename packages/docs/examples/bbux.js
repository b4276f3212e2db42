// bbux.js: what the examples share. Needs Node 24 and nothing else.
const {
  BBUX_URL = "http://localhost:3000",
  BBUX_EMAIL,
  BBUX_PASSWORD,
} = process.env;

let tokens = {};

/** Calls the API. Throws a refusal with its `status`, `code` and `details`. */
export async function api(method, path, { body, headers } = {}) {
  const response = await fetch(`${BBUX_URL}/api${path}`, {
    method,
    headers: {
      ...(tokens.token && { Authorization: `Bearer ${tokens.token}` }),
      ...(body && { "Content-Type": "application/json" }),
      ...headers,
    },
    body: body && JSON.stringify(body),
  });
  const answer = await response.json();
  if (response.ok) return answer;

  const { status } = response;
  const { error, code, details } = answer;
  const retryAfter = Number(response.headers.get("Retry-After"));
  throw Object.assign(new Error(error), { status, code, details, retryAfter });
}

/** Signs in, and sends the token along from now on. */
export async function signIn() {
  tokens = {};
  tokens = await api("POST", "/auth/login", {
    body: { email: BBUX_EMAIL, password: BBUX_PASSWORD },
  });
  return tokens.user;
}

/** Exchanges the refresh token, which is valid once, for a new pair. */
export async function refresh() {
  const { refreshToken } = tokens;
  tokens = {};
  tokens = await api("POST", "/auth/refresh", { body: { refreshToken } });
}
