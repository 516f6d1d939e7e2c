import { type QueryAnswerBody } from '../../api/documents/queries/schema';
import { formatTable } from './text-table';

type Hit = QueryAnswerBody['results'][number];

const fixedColumns = [
  { title: 'Score', width: 6 },
  { title: 'File', width: 24 },
  { title: 'Where', width: 22 },
  { title: 'Found by', width: 18 },
];
const gapsWidth = 8;
const textWidthMin = 24;
const textCharsMax = 400;

/** Results of a query as a table for a terminal that is `width` characters wide. */
export function formatHits(hits: readonly Hit[], width: number): string {
  const fixedWidth = fixedColumns.reduce((sum, column) => sum + column.width, gapsWidth);
  const text = { title: 'Text', width: Math.max(textWidthMin, width - fixedWidth) };
  return formatTable([...fixedColumns, text], hits.map(rowOf));
}

function rowOf(hit: Hit): string[] {
  return [
    hit.score.toFixed(3),
    hit.document?.filename ?? '',
    placeOf(hit.location),
    hit.match_sources.join(', ').replaceAll('_', ' '),
    hit.text.slice(0, textCharsMax),
  ];
}

/** Place of a hit as a person finds it: pages are counted from 1 on paper. */
function placeOf({
  page_start: first,
  page_end: last,
  sheet_name: sheet,
  cell_range: cells,
}: Hit['location']): string {
  if (sheet !== null) return `sheet ${sheet}${cells === null ? '' : `, ${cells}`}`;
  if (first === null) return 'the whole file';
  return last === null || last === first ? `page ${first + 1}` : `pages ${first + 1} to ${last + 1}`;
}
