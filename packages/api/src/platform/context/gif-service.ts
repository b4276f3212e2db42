import type { Gif } from "@bbux/contract";

export interface GifQuestion {
  readonly q: string;
  readonly limit: number;
  readonly offset: number;
}

export interface FoundGifs {
  readonly gifs: Gif[];
  readonly pagination: { readonly total: number; readonly count: number; readonly offset: number };
}

/** A service that searches GIFs by words. */
export interface GifService {
  /**
   * Returns pictures rated for everyone, from the service's own media hosts. Results are cached for a while.
   * @param beforeAsking called before the service is called, but not for a cached answer; its errors pass through
   * @throws AppError GIF_UNAVAILABLE, RATE_LIMITED
   */
  search(question: GifQuestion, beforeAsking: () => Promise<void>): Promise<FoundGifs>;
}
