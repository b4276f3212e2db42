import { expect, it } from "vitest";
import { deviceOf } from "./device.rules.ts";

const webkit = "AppleWebKit/537.36 (KHTML, like Gecko)";

it.each([
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webkit} Chrome/140.0.0.0 Safari/537.36`, "Chrome on Windows"],
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webkit} Chrome/140.0 Safari/537.36 Edg/140.0`, "Edge on Windows"],
  [`Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${webkit} Version/18.0 Safari/605.1.15`, "Safari on Mac"],
  [
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1 Version/18.0 Mobile Safari/604.1",
    "Safari on iPhone",
  ],
  [
    `Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) ${webkit} CriOS/140.0 Mobile Safari/604.1`,
    "Chrome on iPhone",
  ],
  ["Mozilla/5.0 (X11; Linux x86_64; rv:142.0) Gecko/20100101 Firefox/142.0", "Firefox on Linux"],
  [`Mozilla/5.0 (Linux; Android 15; Pixel 9) ${webkit} Chrome/140.0 Mobile Safari/537.36`, "Chrome on Android"],
  ["Mozilla/5.0 (X11; Linux x86_64)", "A browser on Linux"],
  ["node", "node"],
  ["", "An unknown device"],
  ["<script>", "An unknown device"],
])("%j is called %s", (userAgent, device) => expect(deviceOf({ kind: "cookie", userAgent })).toBe(device));

it.each([
  ["curl/8.5.0", "curl, through the API"],
  ["python-requests/2.32", "python-requests, through the API"],
  ["Mozilla/5.0", "An app, through the API"],
  [null, "An app, through the API"],
])("a client of the API that says %j is called %s", (userAgent, device) =>
  expect(deviceOf({ kind: "bearer", userAgent })).toBe(device),
);
