import { type ReactNode } from 'react';
import { formatCount } from '../../parts/format';
import { ChartView } from './charts/chart-view';
import { readChart } from './charts/read-chart';
import { ChunkExport } from './chunk-export';
import { type SheetChunk } from './chunk-lines';
import { FactsTable } from './facts-table';
import { roleOf } from './roles';

/** Panel with all fields of a chunk. */
export function ChunkPanel(props: { jobId: string; chunk: SheetChunk; neighbours: ReactNode }) {
  const { jobId, chunk, neighbours } = props;
  const { figure, verified_facts: facts, tags, summary } = chunk;
  const chart = figure?.kind === 'chart' ? readChart(chunk.text) : null;
  return (
    <section className="chunk-panel" aria-label="Selected chunk">
      <header>
        <h2 aria-live="polite">
          Chunk {formatCount(chunk.chunk_index)}: {roleOf(chunk)}
        </h2>
        {neighbours}
      </header>
      <dl className="facts">
        {placeFacts(chunk).map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
        {tags !== null && tags.length > 0 && (
          <div>
            <dt>Tags</dt>
            <dd>{tags.join(', ')}</dd>
          </div>
        )}
      </dl>
      {summary !== null && <p>{summary}</p>}
      <ChunkExport jobId={jobId} chunk={chunk} />
      {chart !== null && <ChartView chart={chart} />}
      {figure?.asset_url != null && <img src={figure.asset_url} alt={chunk.text} className="figure-full" />}
      {facts !== undefined && <FactsTable rowCount={facts.row_count} columns={facts.columns} />}
      <RemarksAndLinks chunk={chunk} />
      <h3>Text</h3>
      <pre tabIndex={0} aria-label="Text of the chunk">
        {chunk.text}
      </pre>
    </section>
  );
}

function RemarksAndLinks({ chunk: { comments = [], links = [] } }: { chunk: SheetChunk }) {
  return (
    <>
      {comments.length > 0 && (
        <>
          <h3>Remarks</h3>
          <ul>
            {comments.map(({ cell, author, text }) => (
              <li key={`${cell}:${text}`}>
                <code>{cell}</code> {text}
                {author !== null && <span className="hint"> {author}</span>}
              </li>
            ))}
          </ul>
        </>
      )}
      {links.length > 0 && (
        <>
          <h3>Links</h3>
          <ul>
            {links.map(({ cell, url }) => (
              <li key={cell}>
                <code>{cell}</code> <span className="long">{url}</span>
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  );
}

function placeFacts(chunk: SheetChunk): [string, string][] {
  const { header_rows: rows, hidden_rows: hiddenRows = [], hidden_columns: hiddenColumns = [] } = chunk;
  const facts: [string, string | null | undefined][] = [
    ['Cells', chunk.cell_range],
    ['Anchor', chunk.figure?.anchor],
    ['Table', chunk.table_title],
    ['Table id', chunk.table_id],
    ['Header rows', rows === null ? null : [...new Set(rows)].join('–')],
    ['Column names', chunk.column_headers.join(' · ')],
    ['Key column', chunk.key_column],
    ['Hidden rows', hiddenRows.join(', ')],
    ['Hidden columns', hiddenColumns.join(', ')],
    ['Merged cells', (chunk.merged_ranges ?? []).join(', ')],
    ['Kind of figure', chunk.figure?.kind],
  ];
  return facts.flatMap(([name, value]) => (value == null || value === '' ? [] : [[name, value]]));
}
