import { type components } from 'sheaf-client';
import { formatDuration } from '../format';

/** Place of a chunk in its document: page, cells or time; empty when the API gives none. */
export function placeOf(location: components['schemas']['ChunkLocation']): string {
  const { page_start: page, page_end: lastPage, sheet_name: sheet, cell_range: cells } = location;
  const { start_seconds: start, end_seconds: end } = location;
  const places: string[] = [];
  // The API counts pages from 0.
  if (page !== null)
    places.push(
      lastPage !== null && lastPage !== page ? `pages ${page + 1}–${lastPage + 1}` : `page ${page + 1}`,
    );
  if (sheet !== null) places.push(`sheet ${sheet}`);
  if (cells !== null) places.push(cells);
  if (start !== null) places.push(`${formatDuration(start)}–${formatDuration(end ?? start)}`);
  return places.join(', ');
}
