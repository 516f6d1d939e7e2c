import { type ReactNode } from 'react';
import { Link } from 'react-router';
import { formatScore } from '../format';
import { type FoundResult } from './found';
import { MarkedText } from './marked-text';
import { type Move } from './moves';
import { MoveMark } from './move-mark';
import { placeOf } from './place';
import { placeInDocument } from './place-in-document';
import { Scores } from './scores';
import { Surroundings } from './surroundings';

/** A result: its document, place and text, then how it was found. Parts that the answer lacks are left out. */
export function ResultCard(props: {
  result: FoundResult;
  move: Move | undefined;
  /** Whether the name of the collection is shown. */
  isNamed: boolean;
}) {
  const { result, move, isNamed } = props;
  const { rank, chunk_id: chunkId, chunk_type: type, text, document, highlights, score } = result;
  const name = document?.filename ?? chunkId;
  const headings = type === 'heading' ? [] : (result.metadata?.heading_path ?? []);
  const target = placeInDocument(result);
  const place = [placeOf(result.location), type === 'body' ? '' : type.replaceAll('_', ' ')];
  return (
    <li className="result card">
      <header>
        <span className="rank" aria-label={`Rank ${rank}`}>
          {rank}
        </span>
        {target === null ? (
          <strong className="long">{name}</strong>
        ) : (
          <Link className="long result-name" to={target}>
            {name}
          </Link>
        )}
        <span className="hint">{place.filter(Boolean).join(' · ')}</span>
        {move !== undefined && <MoveMark move={move} />}
        <span className="hint result-score">
          {isNamed && `${result.collection_name} · `}score {formatScore(score)}
        </span>
      </header>
      {headings.length > 0 && <p className="hint heading-path">{headings.join(' › ')}</p>}
      <p
        ref={showFirstMark}
        className="result-text"
        tabIndex={0}
        role="group"
        aria-label={`Text of result ${rank}`}
      >
        <MarkedText text={text} spans={highlights ?? []} />
      </p>
      <details>
        <summary>Why it was found</summary>
        <FoundBy result={result} />
      </details>
    </li>
  );
}

function FoundBy({ result }: { result: FoundResult }) {
  const { chunk_id: chunkId, match_sources: sources } = result;
  return (
    <>
      <Scores result={result} />
      <p className="hint">
        Found by {sources.map((source) => source.replaceAll('_', ' ')).join(', ')}. Chunk{' '}
        <code className="long">{chunkId}</code>
      </p>
      <Extra name="Metadata of the chunk" value={result.metadata?.custom} />
      <Extra name="Metadata of the document" value={result.document_metadata} />
      <Extra name="Regions" value={result.regions} />
      <Extra name="Relations" value={result.relations} />
      <Surroundings result={result} />
    </>
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

/** Scrolls a long text to its first marked word. */
function showFirstMark(text: HTMLParagraphElement | null): void {
  const mark = text?.querySelector('mark');
  if (text == null || mark == null) return;
  const below = mark.getBoundingClientRect().bottom - text.getBoundingClientRect().top;
  if (below > text.clientHeight) text.scrollTop = below - text.clientHeight / 2;
}
