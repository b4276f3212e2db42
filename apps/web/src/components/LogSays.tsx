import { isInEnglish } from "../lib/locale.ts";
import { logTypeSays } from "./logEntries.ts";

interface LogSaysProps {
  readonly type: string;
  readonly description: string;
  readonly className: string | undefined;
}

/** What an entry of the transparency log says: as it is signed, or in another language where all of its type say the same. */
export function LogSays({ type, description, className }: LogSaysProps) {
  const says = isInEnglish() ? null : logTypeSays(type);
  return says === null ? (
    <span className={className} lang="en">
      {description}
    </span>
  ) : (
    <span className={className}>{says}</span>
  );
}
