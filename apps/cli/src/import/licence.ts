/** The license of a contribution: the one the dump states, otherwise by date, because the sites changed theirs. */
export function licenceOf(stated: string | undefined, created: string): string {
  if (stated) return stated.slice(0, 40);
  if (created < "2011-04-08") return "CC BY-SA 2.5";
  return created < "2018-05-02" ? "CC BY-SA 3.0" : "CC BY-SA 4.0";
}

/** The line under an imported text that names author, source, and license, as CC BY-SA requires. Markdown. */
export function attribution(options: {
  readonly site: string;
  readonly path: string;
  readonly author: string;
  readonly licence: string;
}): string {
  const version = /\d\.\d/.exec(options.licence)?.[0] ?? "4.0";
  const author = options.author.replace(/[\\`*_[\]<>$~|&]/g, "\\$&");
  const source = `[${options.site}](https://${options.site}/${options.path})`;
  return `*By ${author} on ${source}, [${options.licence}](https://creativecommons.org/licenses/by-sa/${version}/).*`;
}
