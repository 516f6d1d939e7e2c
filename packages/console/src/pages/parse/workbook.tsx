import { useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { Fault } from '../../parts/fault';
import { formatCount, formatThings } from '../../parts/format';
import { Progress } from '../../parts/progress';
import { type SheetChunk } from './chunk-lines';
import { ChunkPanel } from './chunk-panel';
import { Legend } from './legend';
import { Neighbours } from './neighbours';
import { roleOf } from './roles';
import { SheetGrid } from './sheet-grid';
import { SheetTabs } from './sheet-tabs';
import { sheetsOf } from './sheet';
import { UnplacedChunks } from './unplaced-chunks';
import { useChunks } from './use-chunks';

/** A parsed workbook: a sheet as a grid, with the selected chunk next to it. */
export function Workbook({ jobId, chunkCount }: { jobId: string; chunkCount: number }) {
  const { items: chunks, error, refetch, isFetching, isPartial, readMore } = useChunks(jobId);
  const [address, setAddress] = useSearchParams();
  const sheets = useMemo(() => sheetsOf(chunks), [chunks]);
  const sheet = sheets.find(({ name }) => name === address.get('sheet')) ?? sheets[0];
  const selected =
    sheet?.chunks.find(({ chunk_index: index }) => String(index) === address.get('chunk')) ??
    firstData(sheet?.chunks ?? []);

  function open(sheetName: string, chunkIndex: number | null) {
    setAddress(
      { sheet: sheetName, ...(chunkIndex !== null && { chunk: String(chunkIndex) }) },
      { replace: true },
    );
  }

  if (error !== null && chunks.length === 0) return <Fault error={error} retry={() => void refetch()} />;
  if (sheet === undefined)
    return isFetching ? <Progress label="Reading chunks" done={0} total={null} /> : <NothingFound />;
  const select = (chunkIndex: number) => {
    open(sheet.name, chunkIndex);
  };
  return (
    <>
      <SheetTabs
        sheets={sheets}
        current={sheet.name}
        open={(name) => {
          open(name, null);
        }}
      />
      {chunks.length < chunkCount && (
        <ShownChunks shown={chunks.length} total={chunkCount} {...(isPartial && { readMore })} />
      )}
      {error !== null && <Fault error={error} retry={readMore} />}
      <div className="workbook">
        <div>
          <SheetGrid
            key={sheet.name}
            sheet={sheet}
            selected={selected?.chunk_index ?? null}
            select={select}
          />
          <Legend />
          <p className="hint">
            Cells are those of the chunks, as they are displayed; blank cells and formats are not part of a
            result. Long runs of empty rows and columns are drawn as one. Arrow keys go from chunk to chunk.
          </p>
          <UnplacedChunks sheet={sheet} select={select} />
        </div>
        {selected !== undefined && (
          <ChunkPanel
            key={selected.chunk_index}
            jobId={jobId}
            chunk={selected}
            neighbours={<Neighbours chunks={sheet.chunks} selected={selected.chunk_index} select={select} />}
          />
        )}
      </div>
    </>
  );
}

/** The first data rows below a header, or else the first data rows, or the first chunk. */
function firstData(chunks: readonly SheetChunk[]): SheetChunk | undefined {
  const data = chunks.filter((chunk) => roleOf(chunk) === 'data');
  return data.find(({ header_rows: rows }) => rows !== null) ?? data[0] ?? chunks[0];
}

function ShownChunks(props: { shown: number; total: number; readMore?: () => void }) {
  const { shown, total, readMore } = props;
  return (
    <p role="status" className="hint">
      {formatCount(shown)} of {formatThings(total, 'chunk')} are shown.{' '}
      {readMore !== undefined && (
        <button type="button" onClick={readMore}>
          Read on
        </button>
      )}
    </p>
  );
}

function NothingFound() {
  return <p className="empty">The parser found no cell with a value in this workbook.</p>;
}
