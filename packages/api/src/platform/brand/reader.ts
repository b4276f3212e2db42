import type { BrandReader, Services } from "../context/index.ts";
import { brandImage, readBrand, type StoredBrand } from "./brand.queries.ts";
import { BRAND_SIGNAL } from "./set.command.ts";

/** After this long the brand is read again, in case a signal was lost. */
const KEEP_MS = 10_000;

/** The current images and those before them. */
const KEPT_IMAGES = 8;

/** Keeps the brand in memory until a process signals that it has changed. */
export function createBrandReader({ db, signals, now }: Pick<Services, "db" | "signals" | "now">): BrandReader {
  let kept: { readonly at: number; readonly brand: Promise<StoredBrand> } | null = null;
  const images = new Map<string, Promise<Buffer | null>>();
  signals.subscribe("brand", BRAND_SIGNAL, () => {
    kept = null;
    images.clear();
  });
  return {
    current() {
      const at = now().getTime();
      if (kept && at - kept.at >= 0 && at - kept.at < KEEP_MS) return kept.brand;
      const fresh = { at, brand: readBrand(db) };
      kept = fresh;
      fresh.brand.catch(() => {
        if (kept === fresh) kept = null;
      });
      return fresh.brand;
    },
    image(key) {
      const known = images.get(key);
      if (known) return known;
      const read = brandImage(db, key);
      if (images.size >= KEPT_IMAGES) images.clear();
      images.set(key, read);
      // Only what is there is kept, so that an image which is uploaded later is found.
      read.then(
        (image) => image ?? images.delete(key),
        () => images.delete(key),
      );
      return read;
    },
  };
}
