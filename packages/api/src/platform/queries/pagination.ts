import type { pagination as schema } from "@bbux/contract";
import type { z } from "zod";

/** Describes the pages of a list. */
export function pagination(
  { page, limit }: { readonly page: number; readonly limit: number },
  total: number,
): z.infer<typeof schema> {
  return { page, limit, total, pages: Math.ceil(total / limit) };
}
