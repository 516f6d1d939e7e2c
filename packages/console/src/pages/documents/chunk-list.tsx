import { formatCount } from '../../parts/format';
import { type Column, Table } from '../../parts/table';
import { placeOf } from './place';
import { type DocumentChunk } from './use-document-chunks';

/** Chunks by number, place and beginning of their text. */
export function ChunkList(props: {
  chunks: readonly DocumentChunk[];
  title: string;
  selected: DocumentChunk | undefined;
  select: (chunk: DocumentChunk) => void;
}) {
  const { chunks, title, selected, select } = props;
  const columns: readonly Column<DocumentChunk>[] = [
    {
      name: 'Chunk',
      width: '5.5rem',
      isNumber: true,
      cell: ({ chunk_index: index }) => formatCount(index),
    },
    {
      name: 'Text',
      cell: (chunk) => (
        <button
          type="button"
          className="link"
          aria-current={chunk.chunk_id === selected?.chunk_id}
          onClick={() => {
            select(chunk);
          }}
        >
          {chunk.text.trim().slice(0, 200) || 'no text'}
        </button>
      ),
    },
    { name: 'Type', width: '7rem', cell: ({ chunk_type: type }) => type.replaceAll('_', ' ') },
    { name: 'Place', width: '9.5rem', cell: (chunk) => placeOf(chunk) },
  ];
  return (
    <section aria-label={title} className="chunk-list">
      <h2>
        {title} <span className="hint">{formatCount(chunks.length)}</span>
      </h2>
      <Table
        label={title}
        columns={columns}
        rows={chunks}
        rowKey={(chunk) => chunk.chunk_id}
        empty="There are no chunks here."
      />
    </section>
  );
}
