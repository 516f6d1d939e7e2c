import { type BlockSink, figureIdOf, writePicture } from '../../block-sink';

const charsMax = 48 * 1024 * 1024;

/**
 * Writes the picture that a page holds in its address (`data:image/png;base64,…`) as a crop. Pictures at
 * other addresses are never fetched.
 *
 * @returns id of the figure
 */
export function readDataPicture(source: string, sink: Pick<BlockSink, 'figure'>): string {
  const found =
    source.length > charsMax ? null : /^data:image\/[\w.+-]+(?:;[^,;]{0,99}){0,3};base64,/i.exec(source);
  const bytes = Buffer.from(found === null ? '' : source.slice(found[0].length), 'base64');
  return bytes.length === 0 ? figureIdOf(null, source) : writePicture(sink, null, bytes);
}
