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
   * Pictures for everybody's eyes that lie on the service's own media hosts. What was found is remembered for a while.
   * @param beforeAsking called when the service is about to be asked, and not when the answer is known already; what it
   * throws is thrown
   * @throws AppError GIF_UNAVAILABLE, RATE_LIMITED
   */
  search(question: GifQuestion, beforeAsking: () => Promise<void>): Promise<FoundGifs>;
}
