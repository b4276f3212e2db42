import { api, signIn } from "./bbux.js";

const { BBUX_USERNAME, BBUX_EMAIL, BBUX_PASSWORD } = process.env;

const account = {
  username: BBUX_USERNAME,
  email: BBUX_EMAIL,
  password: BBUX_PASSWORD,
};
try {
  const { message } = await api("POST", "/auth/signup", { body: account });
  console.log(message);
} catch (error) {
  // An account that is there already is fine: sign in to it.
  if (!["USERNAME_TAKEN", "EMAIL_TAKEN"].includes(error.code)) throw error;
}

const user = await signIn();
console.log(`Signed in as ${user.username}: ${user.reputationPoints} points`);
