import { type components } from 'sheaf-client';
import { formatDuration } from '../format';

/** Where a chunk is in its document, in words: page, cells or time; empty where the API does not say. */
export function placeOf(location: components['schemas']['ChunkLocation']): string {
  const { page_start: page, page_end: lastPage, sheet_name: sheet, cell_range: cells } = location;
  const { start_seconds: start, end_seconds: end } = location;
  const places: string[] = [];
  // Pages are numbered from 0; people count from 1.
  if (page !== null)
    places.push(
      lastPage !== null && lastPage !== page ? `pages ${page + 1}–${lastPage + 1}` : `page ${page + 1}`,
    );
  if (sheet !== null) places.push(`sheet ${sheet}`);
  if (cells !== null) places.push(cells);
  if (start !== null) places.push(`${formatDuration(start)}–${formatDuration(end ?? start)}`);
  return places.join(', ');
}
