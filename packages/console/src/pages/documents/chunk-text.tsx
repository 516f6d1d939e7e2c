import { formatCount } from '../../parts/format';
import { placeOf } from './place';
import { type DocumentChunk } from './use-document-chunks';

/** The full text and all fields of a chunk. */
export function ChunkText({ chunk }: { chunk: DocumentChunk }) {
  const { metadata, custom_metadata: custom = {}, tags, summary, location } = chunk;
  const facts: [string, string][] = [
    ['Id', chunk.chunk_id],
    ['Type', chunk.chunk_type.replaceAll('_', ' ')],
    ['Place', placeOf(chunk)],
    ['Table', location.table_title ?? location.table_id ?? ''],
    ['Headings', metadata?.heading_path.join(' › ') ?? ''],
    ['Language', metadata?.language ?? ''],
    ['Tokens', formatCount(chunk.token_count)],
    ['Tags', tags.join(', ')],
    ['Metadata', Object.keys(custom).length === 0 ? '' : JSON.stringify(custom)],
  ];
  return (
    <section aria-label="Selected chunk" className="chunk-text">
      <h2 aria-live="polite">Chunk {formatCount(chunk.chunk_index)}</h2>
      <dl className="facts">
        {facts.map(
          ([name, value]) =>
            value !== '' && (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ),
        )}
      </dl>
      {summary !== null && <p>{summary}</p>}
      <pre tabIndex={0} aria-label="Text of the chunk">
        {chunk.text}
      </pre>
    </section>
  );
}
