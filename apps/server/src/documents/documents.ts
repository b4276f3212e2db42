import { createHash } from "node:crypto";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { AppError, type BrandReader, type Documents } from "@bbux/api";
import { type Brand, brandColors } from "@bbux/contract";
import { isSlug, SLUGS, type Slug } from "@bbux/docs/pages";
import { type PrintJob, type PrintResult, printResult } from "@bbux/docs/pdf/protocol";
import { createChild } from "../child.ts";
import type { Env } from "../env.ts";

/** The longest document takes a few seconds on an idle processor. */
const PATIENCE_MS = 120_000;
/** Keeps the process for the next document in the queue. */
const IDLE_MS = 1_000;
/** In its package in the source, next to the bundle once built. */
const CHILD = import.meta.filename.endsWith(".ts")
  ? fileURLToPath(import.meta.resolve("@bbux/docs/pdf/child"))
  : join(import.meta.dirname, "documents.child.js");

type Printed = Awaited<ReturnType<Documents["pdf"]>>;

/**
 * PDFs of the documentation, each created on first request and then cached until the brand changes; concurrent requests share one run. They are made
 * one at a time in a separate process, which ends when there is nothing to do.
 */
export function createDocuments(env: Env, brand: BrandReader): Documents {
  const site: Omit<PrintJob["config"], "brand"> = {
    origin: env.PUBLIC_ORIGIN ?? `http://localhost:${env.PORT}`,
    supportEmail: env.SUPPORT_EMAIL,
    legalEmail: env.LEGAL_EMAIL,
    sourceUrl: env.SOURCE_URL,
  };
  const printer = createChild<Omit<PrintJob, "id">, PrintResult>(printResult, {
    name: "documents",
    file: CHILD,
    patienceMs: PATIENCE_MS,
    idleMs: IDLE_MS,
    waiting: SLUGS.length,
    env: {},
    execArgv: ["--max-old-space-size=384"],
    serialization: "advanced",
  });
  let made = new Map<Slug, Promise<Printed>>();
  let madeFor = "";

  async function print(slug: Slug, current: Brand): Promise<Printed> {
    const making = made;
    try {
      const config = { ...site, brand: await printedBrand(current) };
      const result = await printer.ask({ slug, config });
      if (result.outcome === "failed") throw new Error(result.reason);
      const body = Buffer.from(result.pdf);
      return { body, etag: `"${createHash("sha256").update(body).digest("base64url").slice(0, 27)}"` };
    } catch (cause) {
      making.delete(slug);
      throw new AppError("SERVICE_UNAVAILABLE", { details: { retryAfter: 10 }, cause });
    }
  }

  async function printedBrand(current: Brand): Promise<PrintJob["config"]["brand"]> {
    const { link, soft } = brandColors(current);
    const image = current.logo === null ? null : await brand.image(current.logo);
    const logo = image && `data:image/png;base64,${image.toString("base64")}`;
    return { name: current.name, accent: link.light, soft: soft.light, logo };
  }

  return {
    async pdf(slug) {
      if (!isSlug(slug)) throw new AppError("NOT_FOUND");
      const current = await brand.current();
      const name = JSON.stringify(current);
      if (name !== madeFor) {
        made = new Map();
        madeFor = name;
      }
      const printed = made.get(slug) ?? print(slug, current);
      made.set(slug, printed);
      return printed;
    },
  };
}
