import { defineConfig } from "@playwright/test";
import base from "./lighthouse.config.ts";

/** `npm run inp`: the same server as Lighthouse measures, with a member who does something. */
export default defineConfig({ ...base, testMatch: "**/inp.timed.ts" });
