// No zod here: rules and screens use these.

const MiB = 1024 ** 2;

/** What members may upload. Sizes are in bytes, inclusive (docs/DECISIONS.md §6). */
export const UPLOADS = {
  image: 50 * MiB,
  video: 100 * MiB,
  picture: 5 * MiB,
  /** Of an image; of an animation, in all its frames. */
  pixels: 50_000_000,
  animatedPixels: 50_000_000,
  /** Larger images are scaled down: 4000 × 3000 is more than screens show. */
  storedPixels: 12_000_000,
  /** Stored uploads of one member in 24 hours, whatever their trust level. */
  perDay: { files: 200, bytes: 5 * 1024 * MiB },
  /** Unused uploads are removed after this many days. */
  unusedDays: 7,
  /** Width and height of a stored profile picture. */
  pictureSide: 512,
} as const;
