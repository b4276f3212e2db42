import { INTERFACE_LANGUAGES } from "@bbux/contract";

/** The options of a select for the interface's language. Each is called as its readers call it. */
export function LanguageOptions() {
  return (
    <>
      <option value="">Browser default</option>
      {Object.entries(INTERFACE_LANGUAGES).map(([tag, name]) => (
        <option key={tag} value={tag} lang={tag}>
          {name}
        </option>
      ))}
    </>
  );
}
