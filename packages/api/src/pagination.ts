import type { pagination as schema } from "@bbux/contract";
import type { z } from "zod";

/** What a list says of its pages. */
export function pagination(
  { page, limit }: { readonly page: number; readonly limit: number },
  total: number,
): z.infer<typeof schema> {
  return { page, limit, total, pages: Math.ceil(total / limit) };
}
