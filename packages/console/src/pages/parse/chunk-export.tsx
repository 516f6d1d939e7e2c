import { useState } from 'react';
import { CopyButton } from '../../parts/copy-button';
import { saveAs } from '../../parts/save-as';
import { type SheetChunk } from './chunk-lines';
import { formatsOf } from './chunk-texts';
import { TableDownload } from './table-download';

/** Buttons that copy or download a chunk in a format, and the whole table that it is a part of. */
export function ChunkExport({ jobId, chunk }: { jobId: string; chunk: SheetChunk }) {
  const [chosen, setChosen] = useState('CSV');
  const formats = formatsOf(chunk);
  const format = formats.find(({ name }) => name === chosen) ?? formats[0]!;
  const { table_id: tableId, cell_range: range, chunk_index: index } = chunk;
  const text = format.textOf(chunk);
  return (
    <div className="chunk-export">
      <div className="actions" role="group" aria-label="This chunk as a file">
        <span className="hint">This chunk</span>
        <select
          aria-label="Format of the chunk"
          value={format.name}
          onChange={({ target: { value } }) => {
            setChosen(value);
          }}
        >
          {formats.map(({ name }) => (
            <option key={name}>{name}</option>
          ))}
        </select>
        <CopyButton text={text} />
        <button
          type="button"
          onClick={() => {
            const type = `${format.contentType};charset=utf-8`;
            saveAs(
              `chunk-${index}${range === null ? '' : `-${range.replace(':', '-')}`}.${format.ending}`,
              new Blob([text], { type }),
            );
          }}
        >
          Download
        </button>
      </div>
      {tableId !== undefined && (
        <div className="actions" role="group" aria-label="The whole table as a file">
          <span className="hint">Whole table</span>
          <TableDownload jobId={jobId} tableId={tableId} name="the whole table" format="csv" />
          <TableDownload jobId={jobId} tableId={tableId} name="the whole table" format="ndjson" />
        </div>
      )}
    </div>
  );
}
