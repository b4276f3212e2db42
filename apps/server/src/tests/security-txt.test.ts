import { expect, it } from "vitest";
import { readEnv } from "../env.ts";
import { createPagesApp, visit } from "./html.support.ts";
import { ORIGIN, refused } from "./support.ts";

const PATH = "/.well-known/security.txt";

it.each([
  ["security@bbux.example", "mailto:security@bbux.example"],
  ["https://bbux.example/report", "https://bbux.example/report"],
])("security.txt names %s, and ends within a year", async (contact, uri) => {
  const t = await createPagesApp({ SECURITY_CONTACT: contact });
  const { statusCode, headers, body } = await visit(t, PATH);
  expect([statusCode, headers["content-type"]]).toEqual([200, "text/plain; charset=utf-8"]);
  expect(body).toContain(`Contact: ${uri}\n`);
  expect(body).toContain(`Canonical: ${ORIGIN}${PATH}\n`);
  const [, expires = ""] = /^Expires: (.+)$/m.exec(body) ?? [];
  const days = (Date.parse(expires) - t.services.now().getTime()) / 86_400_000;
  expect(days).toBeGreaterThan(30);
  expect(days).toBeLessThan(365);
  await t.close();
});

it("security.txt doesn't exist without a contact", async () => {
  const t = await createPagesApp();
  refused(await visit(t, PATH), 404, "NOT_FOUND");
  await t.close();
});

it.each(["nobody", "http://bbux.example/", "https://bbux.example/\nContact: mailto:eve@example.org"])(
  "the contact %j is refused at the start",
  (contact) => {
    expect(() => readEnv({ SECURITY_CONTACT: contact })).toThrow("SECURITY_CONTACT");
  },
);
