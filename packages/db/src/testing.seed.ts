import fc from "fast-check";
import { SEED } from "./testing.form.ts";

// Looking for a shorter example can take many times as long as the test; the seed that is printed finds it again.
fc.configureGlobal({ seed: SEED, endOnFailure: true });
