import { type ReactNode } from 'react';
import { type QueryResult } from './asked';
import { MarkedText } from './marked-text';
import { type Move } from './moves';
import { MoveMark } from './move-mark';
import { placeOf } from './place';
import { Scores } from './scores';
import { Surroundings } from './surroundings';

/** A result with its scores. Parts that the answer lacks are left out. */
export function ResultCard({ result, move }: { result: QueryResult; move?: Move | undefined }) {
  const {
    rank,
    chunk_id: chunkId,
    chunk_type: type,
    text,
    document,
    highlights,
    match_sources: sources,
  } = result;
  return (
    <li className="result card">
      <header>
        <span className="rank" aria-label={`Rank ${rank}`}>
          {rank}
        </span>
        <strong className="long">{document?.filename ?? chunkId}</strong>
        {move !== undefined && <MoveMark move={move} />}
      </header>
      <p className="hint">
        {[placeOf(result.location), type.replaceAll('_', ' ')].filter(Boolean).join(' · ')}
      </p>
      <p className="result-text" tabIndex={0} role="group" aria-label={`Text of result ${rank}`}>
        <MarkedText text={text} spans={highlights ?? []} />
      </p>
      <Scores result={result} />
      <p className="hint">
        Found by {sources.map((source) => source.replaceAll('_', ' ')).join(', ')}. Chunk{' '}
        <code>{chunkId}</code>
      </p>
      <Extra name="Metadata of the chunk" value={result.metadata?.custom} />
      <Extra name="Metadata of the document" value={result.document_metadata} />
      <Extra name="Regions" value={result.regions} />
      <Extra name="Relations" value={result.relations} />
      <Surroundings result={result} />
    </li>
  );
}

/** A part of a result as JSON, closed at first; renders nothing when it is empty. */
function Extra({ name, value }: { name: string; value: object | undefined }): ReactNode {
  if (value === undefined || Object.keys(value).length === 0) return null;
  return (
    <details>
      <summary>{name}</summary>
      <pre tabIndex={0}>{JSON.stringify(value, null, 2)}</pre>
    </details>
  );
}
