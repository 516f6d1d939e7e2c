import { formatScore } from '../../parts/format';
import { Answer } from '../../parts/queries/answer';
import { foundIn } from '../../parts/queries/found';
import { type QueryAnswer } from '../../parts/queries/asked';
import { placeOf } from '../../parts/queries/place';
import { type StoredQuery } from './bounds';

/** The stored answer of a query: complete for the current API version, its results for the one before. */
export function StoredAnswer({ stored }: { stored: StoredQuery }) {
  const { api_version: version, response, results, body_status: status } = stored;
  if (version === 'v3' && response !== null) {
    const found = foundIn(stored.collection, response as unknown as QueryAnswer);
    return <Answer found={found} areStepsOpen />;
  }
  if (results === null) return <p className="empty">The body is not there any more ({status}).</p>;
  return (
    <ol className="stored-results">
      {results.map(({ rank, score, text, filename, chunk_id: id, location }) => (
        <li key={id} value={rank} className="card">
          <strong>{filename}</strong> <span className="hint">{placeOf(location)}</span>
          <p>{text}</p>
          <span className="hint">
            score {formatScore(score)}, chunk <code>{id}</code>
          </span>
        </li>
      ))}
    </ol>
  );
}
