import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { AppError, type BrandReader } from "@bbux/api";
import { BRAND_IMAGE_KEY, BRAND_LIMITS, type Brand, DEFAULT_BRAND } from "@bbux/contract";
import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { sendFailure } from "../errors.ts";
import type { Limits } from "../limits.ts";
import { UPLOAD_POLICY } from "../security-headers.ts";
import { iconOf } from "./brand.ts";
import { sendText } from "./send.ts";

const params = z.object({ file: z.string() });
const manifestFile = z.record(z.string(), z.unknown());

interface BrandFilesDeps {
  readonly dist: string;
  readonly brand: BrandReader;
  readonly limits: Pick<Limits, "countPage">;
}

/** What the built app has as files and a brand changes: its manifest, and the images that the brand adds. */
export function mountBrandFiles(app: FastifyInstance, { dist, brand, limits }: BrandFilesDeps): void {
  const file = join(dist, "manifest.webmanifest");
  const manifest = existsSync(file) ? manifestFile.parse(JSON.parse(readFileSync(file, "utf8"))) : {};
  app.get("/manifest.webmanifest", async (request, reply) => {
    reply.header("cache-control", "no-cache");
    const text = `${JSON.stringify(manifestOf(manifest, await brand.current()), null, 2)}\n`;
    return sendText(request, reply, text, { type: "application/manifest+json; charset=utf-8" });
  });
  app.get("/brand/:file", async (request, reply) => {
    const [key = "", extension] = params.parse(request.params).file.split(".");
    const { logo, favicon } = await brand.current();
    // Every page shows the images in force, which are in memory; any other key asks the database.
    if (key !== logo && key !== favicon) await limits.countPage(request, reply);
    const bytes = extension === "png" && BRAND_IMAGE_KEY.test(key) ? await brand.image(key) : null;
    if (!bytes) {
      reply.header("cache-control", "no-store");
      return sendFailure(request, reply, new AppError("NOT_FOUND"));
    }
    reply.headers({
      // The key is what the content hashes to.
      "cache-control": "public, max-age=31536000, immutable",
      "content-security-policy": UPLOAD_POLICY,
      "x-content-type-options": "nosniff",
    });
    return reply.type("image/png").send(bytes);
  });
}

function manifestOf(file: Record<string, unknown>, brand: Brand): object {
  const icon = iconOf(brand);
  const side = BRAND_LIMITS.imageSide;
  return {
    ...file,
    ...(brand.name !== DEFAULT_BRAND.name && { name: brand.name, short_name: brand.name }),
    ...(icon !== null && { icons: [{ src: icon, sizes: `${side}x${side}`, type: "image/png", purpose: "any" }] }),
  };
}
