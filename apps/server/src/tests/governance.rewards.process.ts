import { FAILPOINTS, payRewards } from "@bbux/api";
import { DEFAULT_PARAMETERS } from "@bbux/contract";
import { connect } from "@bbux/db";
import { z } from "zod";

/** A run of the daily rewards in a process of its own, which its failpoint ends as a power cut would. */
const env = z
  .object({
    DATABASE_URL: z.string(),
    NOW: z.string(),
    AT_ONCE: z.coerce.number(),
    FAILPOINT: z.enum(FAILPOINTS).optional(),
    /** So often the failpoint is passed by first. */
    PASS_BY: z.coerce.number().default(0),
  })
  .parse(process.env);

const db = connect({ url: env.DATABASE_URL, max: 2 });
let passed = 0;
await payRewards(
  {
    db,
    now: () => new Date(env.NOW),
    parameterDefaults: DEFAULT_PARAMETERS,
    failpoint: async (point) => {
      if (point === env.FAILPOINT && passed++ >= env.PASS_BY) process.kill(process.pid, "SIGKILL");
    },
  },
  { atOnce: env.AT_ONCE },
);
await db.destroy();
