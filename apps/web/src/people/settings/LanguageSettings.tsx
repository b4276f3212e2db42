import { isInterfaceLanguage } from "@bbux/contract";
import { NativeSelect } from "@mantine/core";
import { LanguageOptions } from "../../components/LanguageOptions.tsx";
import { codeOf, messageOf } from "../../lib/errors.ts";
import { browserLanguage, chooseLanguage, chosenLanguage } from "../../lib/language.ts";
import { notifyError } from "../../lib/notify.ts";
import { trpc } from "../../lib/trpc.ts";

/** The language of the app in this browser, and of the member's mails. */
export function LanguageSettings() {
  const update = trpc.profile.updateLanguage.useMutation();

  function choose(value: string): void {
    const language = isInterfaceLanguage(value) ? value : null;
    update.mutate(
      { language: language ?? browserLanguage() },
      {
        onSuccess: () => chooseLanguage(language),
        onError(error) {
          // Suspended members get few mails, but they read the site.
          if (codeOf(error) === "ACCOUNT_SUSPENDED") chooseLanguage(language);
          else notifyError(messageOf(error, "We couldn't save that"));
        },
      },
    );
  }

  return (
    <>
      <NativeSelect
        aria-labelledby="language"
        aria-describedby="language-note"
        w={220}
        disabled={update.isPending}
        value={chosenLanguage() ?? ""}
        onChange={(event) => choose(event.currentTarget.value)}
      >
        <LanguageOptions />
      </NativeSelect>
      <p id="language-note">
        For the site in this browser, and for our emails to you. The documentation is in English.
      </p>
    </>
  );
}
