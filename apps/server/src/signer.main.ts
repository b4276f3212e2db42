import { runSigner } from "@bbux/signer/run";
import { EnvError, readSignerEnv } from "./env.ts";
import { signerSettings } from "./signer.ts";

// A signer that runs on its own, under a service manager that restarts it (docs/OPERATIONS.md).
try {
  const env = readSignerEnv();
  const settings = { ...signerSettings(env), socket: env.SIGNER_SOCKET ?? signerSettings(env).socket };
  await runSigner(settings, (address) =>
    process.stdout.write(`The signer of ${address} listens at ${settings.socket}\n`),
  );
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => process.exit(0));
} catch (error) {
  process.stderr.write(`The signer can't start: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(error instanceof EnvError ? 2 : 1);
}
