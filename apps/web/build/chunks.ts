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
  // What all components of the library need, and its smallest components.
  {
    name: "mantine",
    test: /@mantine.core.esm.(?:core|components.(?:Button|UnstyledButton|ActionIcon|Loader|Transition|Skeleton|Group|Stack|Input|InputBase)\b)|web.src.app.(?:library|theme)/,
    minShareCount: 4,
  },
  // Overlays.
  {
    name: "overlays",
    test: /floating-ui|react-remove-scroll|components.(?:Modal|ModalBase|FocusTrap|ScrollArea|NativeScrollArea|Tooltip|Popover|Portal|OptionalPortal)\b/,
    minShareCount: 8,
  },
  // Lists of posts, with all that a row has, so that the feed needs nothing else of what pages share.
  {
    name: "rows",
    test: /web.src.(?:components.(?:AuthorLink|Bounty.state|TagChip|cut|FilterMenu.tsx|TimeAgo|Amount.(?:format|tsx|module)|author|ErrorBox|Pager\b|useFades)|.*(?:votes.VoteControl|bookmarks.BookmarkButton))|icons.Icon(?:ArrowBig(?:Up|Down)(?:Filled)?|Bookmark(?:Filled)?|Chevron(?:Left|Right)|Check|X|AdjustmentsHorizontal|AlertCircle|PencilPlus|Dots|Search)\.mjs/,
    minShareCount: 2,
  },
  // Small parts of nearly every page.
  {
    name: "common",
    test: /icons-react|web.src.components.(?:Amount|Bounty.(?:tsx|module)|EmptyState|PastLastPage|BackLink|FormError)/,
    minShareCount: 4,
  },
];
