import { setPriority } from "node:os";
import { estimatePassword } from "@bbux/api/passwords";
import { type PasswordResult, passwordJob } from "./passwords.protocol.ts";

/*
 * A separate process that estimates passwords: one that is written to keep the estimator busy delays nobody else's requests.
 */

setPriority(5);
process.on("disconnect", () => process.exit());
process.on("message", (message) => {
  const { id, password, about } = passwordJob.parse(message);
  // A rejection ends the process, which refuses the password.
  void estimatePassword(password, about).then((estimate) =>
    process.send?.({ id, ...estimate } satisfies PasswordResult),
  );
});
