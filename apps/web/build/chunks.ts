/**
 * How the code is cut into files. What every page needs comes in two: the libraries, which seldom change, and the app's shell.
 * Left to itself the bundler makes a file of whatever two pages share, most of them of a few hundred bytes: a post was sixty
 * files, each of which a slow phone asks for. What many pages share is put together here, as far as they use it at about the same
 * time. A group takes along what its modules import, so none may reach for what a first visit can do without.
 */
export const chunks = [
  // Their styles stay with ours, in the order in which main.tsx names them: it decides which layer is over which.
  { name: "libraries", tags: ["$initial" as const], test: /node_modules(?!.*\.css)/ },
  { name: "shell", tags: ["$initial" as const] },
  // What reads Markdown.
  {
    name: "prose",
    test: /node_modules.*(?:micromark|mdast|remark|rehype|unified|hast-|react-markdown|vfile|unist|property-information)/,
    minShareCount: 8,
  },
  // What is drawn over a page.
  {
    name: "overlays",
    test: /floating-ui|react-remove-scroll|components.(?:Modal|ModalBase|FocusTrap|ScrollArea|NativeScrollArea|Tooltip|Popover|Portal|OptionalPortal)\b/,
    minShareCount: 8,
  },
  // Small things on nearly every page.
  {
    name: "common",
    test: /icons-react|web.src.components.(?:TimeAgo|Amount|author|EmptyState|BackLink|ErrorBox|FormFault|SubmitButton|MarkdownTitle|Pager)/,
    minShareCount: 4,
  },
  // Posts in lists.
  {
    name: "rows",
    test: /web.src.(?:components.(?:AuthorLink|Bounty|TagChip|PastLastPage)|features.(?:posts.(?:TimeLeft|cut)|votes.VoteControl|bookmarks.BookmarkButton))/,
    minShareCount: 4,
  },
];
