import type { NoteSettings } from "@bbux/api";
import { readWitnessKey } from "@bbux/chain";
import { z } from "zod";
import { isHttpsOrLoopback, onOff } from "./env.fields.ts";

const MOST = 20;
const TIMEOUT_MS = 10_000;

const witnesses = z.string().transform((text, context) => {
  const found: NoteSettings["witnesses"][number][] = [];
  for (const part of text.split(",")) {
    const [vkey = "", url = "", ...rest] = part.trim().split(/\s+/);
    const key = readWitnessKey(vkey);
    if (!key) context.addIssue(`must name each witness by its key, as in name+0123abcd+BM…: ${vkey.slice(0, 100)}`);
    else if (rest.length > 0 || !isHttpsOrLoopback(url))
      context.addIssue(`must have an https:// URL behind ${key.name}`);
    else if (found.some((other) => other.key.name === key.name || other.key.publicKey.equals(key.publicKey))) {
      context.addIssue(`must not name ${key.name} or its key twice`);
    } else found.push({ key, url });
  }
  if (found.length > MOST) context.addIssue(`must not name more than ${MOST} witnesses`);
  return found;
});

/** Variables of the transparency log's notes, in the order in which `docs/CONFIGURATION.md` lists them. */
export const NOTE_VARIABLES = {
  LOG_ORIGIN: z
    .string()
    .regex(/^[^\s+]{1,200}$/, "must be a name without spaces and plus signs, such as bbux.example/log")
    .optional()
    .describe(
      "Name of the transparency log that witnesses know it by. Must never change. By default the host of PUBLIC_ORIGIN followed by /log.",
    ),
  LOG_ANCHOR: onOff
    .default("on")
    .describe(
      "Whether the root of each day's checkpoint is written to the chain, by a transaction that moves nothing. The operator's float pays its fee.",
    ),
  LOG_WITNESSES: witnesses
    .optional()
    .describe(
      "Witnesses that are asked to cosign each checkpoint: for each its C2SP verifier key, a space, and its https:// submission prefix; separated by commas.",
    ),
};

/** How checkpoints are published as notes. */
export function noteSettings(env: {
  readonly LOG_ORIGIN?: string | undefined;
  readonly PUBLIC_ORIGIN?: string | undefined;
  readonly LOG_ANCHOR: "on" | "off";
  readonly LOG_WITNESSES?: NoteSettings["witnesses"] | undefined;
}): NoteSettings {
  const host = env.PUBLIC_ORIGIN === undefined ? "localhost" : new URL(env.PUBLIC_ORIGIN).host;
  return {
    origin: env.LOG_ORIGIN ?? `${host}/log`,
    witnesses: env.LOG_WITNESSES ?? [],
    timeoutMs: TIMEOUT_MS,
    isAnchored: env.LOG_ANCHOR === "on",
  };
}
