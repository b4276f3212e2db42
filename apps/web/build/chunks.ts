/**
 * How the code is split into files. What every page needs is in two files: the libraries, which seldom change, and the
 * app's shell. By default the bundler makes a file of whatever two pages share, which would give a post page sixty tiny
 * files. Code that many pages use at about the same time is grouped here. A group includes what its modules import, so
 * none may import what a first visit can do without.
 */
export const chunks = [
  // Their styles stay with ours in the order of main.tsx, which decides how the layers override each other.
  { name: "libraries", tags: ["$initial" as const], test: /node_modules(?!.*\.css)/ },
  { name: "shell", tags: ["$initial" as const] },
  // Code that renders Markdown.
  {
    name: "prose",
    test: /node_modules.*(?:micromark|mdast|remark|rehype|unified|hast-|react-markdown|vfile|unist|property-information)/,
    minShareCount: 8,
  },
  // Overlays.
  {
    name: "overlays",
    test: /floating-ui|react-remove-scroll|components.(?:Modal|ModalBase|FocusTrap|ScrollArea|NativeScrollArea|Tooltip|Popover|Portal|OptionalPortal)\b/,
    minShareCount: 8,
  },
  // Small parts of nearly every page.
  {
    name: "common",
    test: /icons-react|web.src.components.(?:TimeAgo|Amount|author|EmptyState|BackLink|ErrorBox|FormError|SubmitButton|MarkdownTitle|Pager)/,
    minShareCount: 4,
  },
  // Lists of posts.
  {
    name: "rows",
    test: /web.src.(?:components.(?:AuthorLink|Bounty|TagChip|PastLastPage|cut)|.*(?:votes.VoteControl|bookmarks.BookmarkButton))/,
    minShareCount: 4,
  },
];
