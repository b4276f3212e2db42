// GIFs: the search for them, and how a message holds one.
export { formatGif, GIF_MESSAGES, GIFS, isGifUrl, parseGif } from "./gifs.messages.ts";
export { type Gif, gif, searchGifsInput, searchGifsOutput } from "./gifs.ts";
