const OCTETS = 'application/octet-stream';

/** Signatures of image types, as hex, with their offset. */
const SIGNATURES: readonly { offset: number; hex: string; contentType: string }[] = [
  { offset: 0, hex: '89504e470d0a1a0a', contentType: 'image/png' },
  { offset: 0, hex: 'ffd8ff', contentType: 'image/jpeg' },
  { offset: 0, hex: '47494638', contentType: 'image/gif' },
  { offset: 8, hex: '57454250', contentType: 'image/webp' },
  { offset: 0, hex: '49492a00', contentType: 'image/tiff' },
  { offset: 0, hex: '4d4d002a', contentType: 'image/tiff' },
  { offset: 0, hex: '424d', contentType: 'image/bmp' },
  { offset: 40, hex: '20454d46', contentType: 'image/emf' },
  { offset: 0, hex: 'd7cdc69a', contentType: 'image/wmf' },
  // A metafile without a placeable header: type 1 or 2, header of 9 words.
  { offset: 0, hex: '01000900', contentType: 'image/wmf' },
  { offset: 0, hex: '02000900', contentType: 'image/wmf' },
  { offset: 0, hex: '00000100', contentType: 'image/x-icon' },
  // gzip; among images only compressed metafiles (.emz, .wmz) and SVG (.svgz) use it.
  { offset: 0, hex: '1f8b', contentType: 'application/gzip' },
];

/** Bytes from the start of an image that {@link imageType} needs. */
export const IMAGE_HEAD_BYTES = 1024;

/**
 * Content type of an image by its first bytes, never by its name; `application/octet-stream` for unknown
 * ones.
 */
export function imageType(head: Buffer): string {
  const found = SIGNATURES.find(({ offset, hex }) => {
    const signature = Buffer.from(hex, 'hex');
    return head.subarray(offset, offset + signature.length).equals(signature);
  });
  if (found !== undefined) return found.contentType;
  const text = head.toString('utf8');
  return /^[\ufeff\s]*</.test(text) && text.includes('<svg') ? 'image/svg+xml' : OCTETS;
}
