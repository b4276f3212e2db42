// What readers' languages change: the server's sentences, and which one a member's mails are in.
export { keepLanguage, languageOfMember, noteLanguage } from "./member-language.command.ts";
export { momentAlone, momentText } from "./moments.ts";
export { translate } from "./translate.ts";
