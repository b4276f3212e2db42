/** Whether a text mentions a name, as the server parses it (`@name`, not inside a word or an address). */
export function mentionOf(username: string): RegExp {
  return new RegExp(`(?<![\\w@/.-])@${username.replaceAll(/[^\w-]/g, "")}(?![\\w@/-])`, "i");
}
