import { api, signIn } from "./bbux.js";

const { BBUX_USERNAME, BBUX_EMAIL, BBUX_PASSWORD } = process.env;

try {
  const account = { username: BBUX_USERNAME, email: BBUX_EMAIL, password: BBUX_PASSWORD };
  const { message } = await api("POST", "/auth/signup", { body: account });
  console.log(message);
} catch (error) {
  // An account that is there already is fine: sign in to it.
  if (error.code !== "USERNAME_TAKEN" && error.code !== "EMAIL_TAKEN") throw error;
}

const user = await signIn();
console.log(`Signed in as ${user.username}, with ${user.reputationPoints} points`);
