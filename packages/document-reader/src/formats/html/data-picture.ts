import { IMAGE_HEAD_BYTES, imageType } from 'spreadsheet-reader/toolkit';
import { type BlockSink, figureIdOf } from '../../block-sink';

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
  if (bytes.length === 0) return figureIdOf(null, source);
  const figureId = figureIdOf(null, bytes);
  const contentType = imageType(bytes.subarray(0, IMAGE_HEAD_BYTES));
  sink.figure({ figureId, page: null, contentType, bytes });
  return figureId;
}
