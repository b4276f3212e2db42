import type { languageOutput, updateLanguageInput } from "@bbux/contract";
import type { z } from "zod";
import type { MemberContext } from "../../platform/context/index.ts";
import { AppError } from "../../platform/errors/errors.ts";
import { keepLanguage } from "../../platform/language/index.ts";

/** Sets the language of mails to the caller. @throws AppError UNAUTHENTICATED */
export async function updateLanguage(
  ctx: MemberContext,
  { language }: z.infer<typeof updateLanguageInput>,
): Promise<z.infer<typeof languageOutput>> {
  // A member who has left by then must leave no data behind.
  if (!(await keepLanguage(ctx.db, ctx.viewer.id, language))) throw new AppError("UNAUTHENTICATED");
  return { language };
}
