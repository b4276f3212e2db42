import { z } from "zod";
import { BRAND_IMAGE_KEY, BRAND_LIMITS } from "./brand.rules.ts";
import { ACCENT, accentProblem, type Scheme } from "./brand-colors.rules.ts";
import { time } from "./ids.ts";
import { text } from "./text.ts";

const imageKey = z
  .string()
  .regex(BRAND_IMAGE_KEY, "Upload the image first")
  .meta({ description: "The key of an uploaded image", example: "0123456789abcdef0123456789abcdef" });

const accent = (scheme: Scheme) =>
  z
    .string()
    .trim()
    .toLowerCase()
    .superRefine((color, ctx) => {
      const problem = accentProblem(color, scheme);
      if (problem !== null) ctx.addIssue({ code: "custom", message: problem });
    })
    .meta({ description: `#rrggbb, with a contrast of at least 4.5:1 in ${scheme} mode` });

/** A name on one line, because subjects and headers have it. */
const brandName = text({ max: BRAND_LIMITS.name, required: "Enter a name" }).refine(
  (name) => !/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(name),
  "Use a name without line breaks and invisible characters",
);

const color = z.string().regex(ACCENT);

export const brandOutput = z
  .object({
    name: z.string(),
    accentLight: color,
    accentDark: color,
    logo: z.string().nullable().meta({ description: "Key of the image at /brand/{key}.png; null for the default" }),
    favicon: z.string().nullable().meta({ description: "Key of the image at /brand/{key}.png; null for the default" }),
    changedAt: time.nullable().meta({ description: "Null until it is first changed" }),
  })
  .meta({ id: "Brand" });
export const getBrandOutput = z.object({ brand: brandOutput });

export const setBrandInput = z.object({
  name: brandName,
  accentLight: accent("light"),
  accentDark: accent("dark"),
  logo: imageKey.nullable(),
  favicon: imageKey.nullable(),
  reason: text({ max: 500, required: "Please say why" }),
});
export const setBrandOutput = z.object({ success: z.literal(true), brand: brandOutput });

export const brandImageOutput = z.object({
  success: z.literal(true),
  key: z.string().meta({ description: "Give it as `logo` or `favicon` of the branding" }),
});
export type BrandImageOutput = z.infer<typeof brandImageOutput>;
