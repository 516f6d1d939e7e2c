import { type ParseJobResource, type SpreadsheetChunkResource } from '../../api/documents/parse-jobs/schema';
import { formatChunks } from '../../embedded/try/chunk-rows';
import { formatProducts } from '../../embedded/try/product-rows';
import { createProgressDisplay } from '../../embedded/try/progress';
import { formatTable } from '../../embedded/try/text-table';

type Chunk = SpreadsheetChunkResource;

function chunk(changes: Partial<Chunk>): Chunk {
  return {
    chunk_id: 'prs_1:0',
    chunk_index: 0,
    chunk_type: 'table',
    text: 'Region | Units\nNorth | 10\nSouth | 12',
    sheet_name: 'Sales',
    sheet_state: 'visible',
    row_start: 2,
    row_end: 3,
    column_start: 'A',
    column_end: 'B',
    cell_range: 'A2:B3',
    row_role: 'data',
    column_headers: ['Region', 'Units'],
    header_rows: [1, 1],
    tags: null,
    summary: null,
    ...changes,
  };
}

function job(
  status: ParseJobResource['status'],
  progress: Partial<ParseJobResource['progress']>,
): ParseJobResource {
  const shown = { stage: 'parsing', sheets_total: 4, sheets_done: 0, rows_done: 0, ...progress } as const;
  return { status, progress: shown } as ParseJobResource;
}

/** The text that is written to an output of the given kind. */
function display(isTTY: boolean, jobs: readonly ParseJobResource[]): string {
  let written = '';
  const shown = createProgressDisplay({ isTTY, write: (text) => (written += text) });
  for (const seen of jobs) shown.show(seen);
  shown.end();
  return written;
}

test('a chunk is a row of sheet, range, role, headers, first cells and facts', () => {
  const columns = [
    { column: 'A', header: 'Region', type: 'text' as const, distinct: 2, non_empty: 2, counts: { texts: 2 } },
    {
      column: 'B',
      header: 'Units',
      type: 'number' as const,
      min: 10,
      max: 12,
      non_empty: 2,
      counts: { numbers: 2 },
    },
  ];
  const table = formatChunks([chunk({ verified_facts: { row_count: 2, columns } })], 180);
  expect(table.split('\n').at(-1)!.split(/ {2,}/)).toEqual([
    'Sales',
    'A2:B3',
    'data',
    'Region, Units',
    'North | 10',
    '2 rows; Region 2 distinct; Units 10 to 12',
  ]);
});

test('the first cells of a header chunk are its own first line', () => {
  const header = chunk({
    row_role: 'header',
    text: 'Region | Units',
    row_start: 1,
    row_end: 1,
    column_headers: [],
  });
  expect(formatChunks([header], 180)).toContain('Region | Units');
});

test('long texts are wrapped in their column and end in an ellipsis', () => {
  const table = formatTable([{ title: 'Text', width: 5 }], [['aaaa bb cccccccc dd eeeee fffff']]);
  expect(table.split('\n').slice(2)).toEqual(['aaaa', 'bb', 'ccccc', 'ccc…']);
});

test('columns stay aligned beside wide characters and combining marks', () => {
  const columns = [
    { title: 'One', width: 8 },
    { title: 'Two', width: 3 },
  ];
  const table = formatTable(columns, [
    ['山田商店', 'x'],
    ['e\u0301a', 'x'],
    ['🎁', 'x'],
  ]);
  expect(table.split('\n').slice(2)).toEqual(['山田商店  x', 'e\u0301a        x', '🎁        x']);
});

test('control characters of a cell never reach the terminal', () => {
  const table = formatTable([{ title: 'Text', width: 20 }], [['red \u001b[31m\u0007\u009b2J \u202ealert']]);
  expect(table.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}]/u);
});

test('on a terminal the bar is redrawn in place and full at the end', () => {
  const written = display(true, [
    job('processing', { sheets_done: 2 }),
    job('completed', { sheets_done: 4 }),
  ]);
  expect(written.split('\r\u001b[K')).toHaveLength(3);
  expect(written).toContain('[############............] parsing');
  expect(written).toContain('[########################]');
  expect(written.endsWith('\n')).toBe(true);
});

test('elsewhere a line is written when the stage or the number of sheets changes', () => {
  const written = display(false, [
    job('queued', { stage: 'queued', sheets_total: null }),
    job('processing', { rows_done: 10 }),
    job('processing', { rows_done: 2000 }),
    job('processing', { sheets_done: 1, rows_done: 3000 }),
  ]);
  expect(written.trimEnd().split('\n')).toEqual([
    'queued     0/? sheets, 0 rows',
    'parsing    0/4 sheets, 10 rows',
    'parsing    1/4 sheets, 3,000 rows',
  ]);
});

test('an answer of products is a table below what was made of the query', () => {
  const answer = {
    hits: [{ id: 'SH-1', title: 'Oak wall shelf', width: '45 cm', price: 39.9 }],
    query_understanding: {
      corrections: [{ from: 'shelv', to: 'shelf' }],
      constraints: [{ field: 'width', op: '<=', value: 60.96, unit: 'cm', text: 'under 2 ft' }],
    },
    timing: { total_ms: 4 },
  };
  const lines = formatProducts(answer).split('\n');
  expect(lines.slice(0, 2)).toEqual([
    '"shelv" is read as "shelf"',
    '"under 2 ft" is read as width <= 60.96 cm',
  ]);
  expect(lines[4]).toMatch(/^SH-1 +Oak wall shelf +45 cm +39\.90$/);
});
