import { readFile } from 'node:fs/promises';
import {
  AlphaAction,
  ColorSpace,
  type IMagickImage,
  ImageMagick,
  initializeImageMagick,
  MagickFormat,
  MagickImageInfo,
  MagickReadSettings,
  ResourceLimits,
} from '@imagemagick/magick-wasm';
import { DocumentError } from '../document-error';
import { type ColourImage } from '../pdf/render-page';
import { type GreyImage } from './grey-image';

/** A page of an image file, in one version for OCR and one to show. */
export interface DecodedPage {
  grey: GreyImage;
  /** Image to show; no side is longer than 1,600 pixels. */
  crop: ColourImage;
  /** Width in pixels as stored, after rotation to upright. */
  width: number;
  height: number;
  dotsPerInch: number;
}

/** Decoder of one image file, page by page. */
export interface ImageDecoder {
  /** Returns a page, or null behind the last one. */
  page(index: number): DecodedPage | null;
}

const pixelsMax = 64_000_000;
const sideMax = 30_000;
const declaredSideMax = 1_000_000_000;
const cropSideMax = 1_600;
/**
 * Least length of the longer side for OCR, which needs letters of twenty pixels; smaller images are enlarged.
 */
const ocrSideMin = 2_400;
const enlargementMax = 3;
const ocrPixelsMax = 20_000_000;
const usualDotsPerInch = 72;
const dotsPerInchMin = 36;
const dotsPerInchMax = 2_400;
const decoderMemoryBytesMax = 700_000_000n;

let ready: Promise<void> | null = null;

/** Loads the decoder of all formats (WebAssembly), once per thread because it has one instance only. */
function load(): Promise<void> {
  ready ??= (async () => {
    await initializeImageMagick(await readFile(require.resolve('@imagemagick/magick-wasm/magick.wasm')));
    limitSides(sideMax);
    ResourceLimits.area = BigInt(pixelsMax);
    ResourceLimits.memory = decoderMemoryBytesMax;
    ResourceLimits.maxMemoryRequest = decoderMemoryBytesMax;
    ResourceLimits.disk = 0n;
  })();
  return ready;
}

/**
 * Opens an image. Its size is read from the header and checked before anything is decoded.
 *
 * @throws DocumentError `unsupported`, `too_large` past 64 million pixels; `page` throws
 *   `corrupt`
 */
export async function openImage(bytes: Uint8Array): Promise<ImageDecoder> {
  const format = imageFormatOf(bytes);
  if (format === null) {
    throw new DocumentError('unsupported', 'Pictures of this type cannot be read.');
  }
  await load();
  const paged = format === MagickFormat.Tiff;
  return {
    page(index) {
      if (index > 0 && !paged) return null;
      const settings = new MagickReadSettings({ format, frameIndex: index, frameCount: 1 });
      if (index === 0) checkSize(bytes, settings);
      try {
        return ImageMagick.readCollection(bytes, settings, ([image]) =>
          image === undefined ? null : decode(image),
        );
      } catch (cause) {
        throw new DocumentError('corrupt', 'The picture is damaged, or a page of it is too large.', {
          cause,
        });
      }
    },
  };
}

function limitSides(pixels: number): void {
  ResourceLimits.width = BigInt(pixels);
  ResourceLimits.height = BigInt(pixels);
}

/** Checks the size in the first page's header; for later pages the decoder's own limits hold. */
function checkSize(bytes: Uint8Array, settings: MagickReadSettings): void {
  let info;
  // Limits are off here, so that an excessive size is not taken for damage; only the header is decoded.
  limitSides(declaredSideMax);
  try {
    info = MagickImageInfo.create(bytes, settings);
  } catch (cause) {
    throw new DocumentError('corrupt', 'The picture is damaged.', { cause });
  } finally {
    limitSides(sideMax);
  }
  const { width, height } = info;
  if (width * height > pixelsMax || width > sideMax || height > sideMax) {
    throw new DocumentError(
      'too_large',
      `The picture has more than ${pixelsMax / 1_000_000} million pixels.`,
    );
  }
}

function decode(image: IMagickImage): DecodedPage {
  image.autoOrient();
  image.alpha(AlphaAction.Remove);
  image.colorSpace = ColorSpace.sRGB;
  const { width, height } = image;
  const declared = Math.round(image.density.x);
  const known = declared >= dotsPerInchMin && declared <= dotsPerInchMax;
  const dotsPerInch = known ? declared : usualDotsPerInch;

  const cropScale = Math.min(1, cropSideMax / Math.max(width, height));
  const crop = image.clone((copy) => {
    if (cropScale < 1) resizeTo(copy, width * cropScale, height * cropScale);
    return { width: copy.width, height: copy.height, pixels: pixelsOf(copy, 'RGB') };
  });

  const wanted = Math.min(enlargementMax, Math.max(1, ocrSideMin / Math.max(width, height)));
  const ocrScale = Math.min(wanted, Math.sqrt(ocrPixelsMax / (width * height)));
  if (ocrScale !== 1) resizeTo(image, width * ocrScale, height * ocrScale);
  image.grayscale();
  const grey = {
    width: image.width,
    height: image.height,
    pixels: pixelsOf(image, 'R'),
    dotsPerInch: known ? Math.round(dotsPerInch * ocrScale) : 0,
  };
  return { grey, crop, width, height, dotsPerInch };
}

function resizeTo(image: IMagickImage, width: number, height: number): void {
  image.resize(Math.max(1, Math.round(width)), Math.max(1, Math.round(height)));
}

function pixelsOf(image: IMagickImage, mapping: string): Uint8Array {
  return image.getPixels((pixels) => {
    const bytes = pixels.toByteArray(0, 0, image.width, image.height, mapping);
    if (bytes === null) throw new Error('the picture has no pixels');
    return bytes;
  });
}

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
function imageFormatOf(bytes: Uint8Array): MagickFormat | null {
  const start = Buffer.from(bytes.subarray(0, 16)).toString('latin1');
  return starts.find(([pattern]) => pattern.test(start))?.[1] ?? null;
}
