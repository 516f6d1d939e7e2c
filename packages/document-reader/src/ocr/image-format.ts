import { MagickFormat } from '@imagemagick/magick-wasm';

const starts: readonly (readonly [RegExp, MagickFormat])[] = [
  [/^\x89PNG\r\n/, MagickFormat.Png],
  [/^\xff\xd8\xff/, MagickFormat.Jpeg],
  [/^(II\*\0|MM\0\*)/, MagickFormat.Tiff],
  [/^GIF8[79]a/, MagickFormat.Gif],
  [/^RIFF[^]{4}WEBP/, MagickFormat.WebP],
  [/^BM/, MagickFormat.Bmp],
];

/**
 * Format of an image by its first bytes; null for unsupported ones. The decoder gets it and never guesses.
 */
export function imageFormatOf(bytes: Uint8Array): MagickFormat | null {
  const start = Buffer.from(bytes.subarray(0, 16)).toString('latin1');
  return starts.find(([pattern]) => pattern.test(start))?.[1] ?? null;
}
