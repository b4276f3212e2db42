import { FAILPOINTS, payRewards } from "@bbux/api";
import { DEFAULT_PARAMETERS } from "@bbux/contract";
import { connect } from "@bbux/db";
import { z } from "zod";

/** Runs the daily rewards in a separate process, which its failpoint ends like a power failure. */
const env = z
  .object({
    DATABASE_URL: z.string(),
    NOW: z.string(),
    BATCH_SIZE: z.coerce.number(),
    FAILPOINT: z.enum(FAILPOINTS).optional(),
    /** The number of times to pass the failpoint before dying. */
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
  { batchSize: env.BATCH_SIZE },
);
await db.destroy();
