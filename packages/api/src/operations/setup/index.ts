// Setting up a new platform: the link that makes its first admin.
export { createSetupLink, SETUP_LINK_HOURS } from "./link.commands.ts";
