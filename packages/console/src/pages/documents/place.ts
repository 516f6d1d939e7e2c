import { formatCount, formatDuration } from '../../parts/format';
import { type DocumentChunk } from './use-document-chunks';

/** Place of a chunk in its document in a few words: pages, cells or times. */
export function placeOf({ location }: DocumentChunk): string {
  const { page_start: page, page_end: pageEnd, sheet_name: sheet, cell_range: cells } = location;
  if (sheet !== null) return [sheet, cells].filter((part) => part !== null).join(' ');
  if (location.start_seconds !== null)
    return `${formatDuration(location.start_seconds)} – ${formatDuration(location.end_seconds ?? location.start_seconds)}`;
  if (page === null) return '–';
  return pageEnd === null || pageEnd === page
    ? `page ${formatCount(page + 1)}`
    : `pages ${formatCount(page + 1)}–${formatCount(pageEnd + 1)}`;
}
