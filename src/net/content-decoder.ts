import { type Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { type ResponseHeaders, single } from './link-facts';

const decoders: Readonly<Record<string, () => Transform>> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
};

/**
 * Decoder of a body whose server packs it although it was asked not to, null where the bytes are those of the
 * file. It fails where the packed body ends too early. Bodies in other codings are taken as they are.
 */
export function contentDecoder(headers: ResponseHeaders): Transform | null {
  const coding = single(headers['content-encoding'])?.trim().toLowerCase() ?? '';
  return decoders[coding]?.() ?? null;
}
