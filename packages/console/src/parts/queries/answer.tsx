import { type ReactNode } from 'react';
import { CopyId } from '../copy-id';
import { formatMilliseconds, formatThings } from '../format';
import { AnswerFacts } from './answer-facts';
import { formatRatio } from './format-ratio';
import { type Found, keyOf } from './found';
import { type Move } from './moves';
import { ResultCard } from './result-card';
import { TimingBar } from './timing-bar';
import './answer.css';

/**
 * An answer of a query: one line about it, its warnings, the results, and then how it was made.
 */
export function Answer(props: {
  found: Found;
  moves?: ReadonlyMap<string, Move>;
  /** Whether the steps are shown at first. */
  areStepsOpen?: boolean;
  /** Shown where nothing was found. */
  empty?: ReactNode;
}) {
  const { found, moves, areStepsOpen = false, empty = nothingFound } = props;
  const { results, queried } = found;
  const isSeveral = queried.length > 1;
  return (
    <div className="answer">
      <AnswerLine found={found} />
      <Warnings found={found} />
      {results.length === 0 ? (
        empty
      ) : (
        <ol className="results">
          {results.map((result) => (
            <ResultCard
              key={keyOf(result)}
              result={result}
              move={moves?.get(keyOf(result))}
              isNamed={isSeveral}
            />
          ))}
        </ol>
      )}
      <details className="answer-steps" open={areStepsOpen}>
        <summary>Steps and times</summary>
        {queried.map((one) => (
          <section key={one.collection_name} aria-label={`Steps in ${one.collection_name}`}>
            {isSeveral && <h3>{one.collection_name}</h3>}
            <TimingBar timing={one.timing} />
            <AnswerFacts queried={one} />
          </section>
        ))}
        <p className="hint">
          Request <CopyId id={found.requestId} />
        </p>
      </details>
    </div>
  );
}

const nothingFound = (
  <p className="empty">Nothing was found. A filter, or a minimum similarity, may leave everything out.</p>
);

/** Number of results, time, and the semantic ratio that was used with its reason. */
function AnswerLine({ found: { results, queried, totalMs } }: { found: Found }) {
  const ratios = queried.flatMap(({ collection_name: name, semantic_ratio: ratio }) =>
    ratio === undefined
      ? []
      : [(queried.length > 1 ? `${name} ` : '') + formatRatio(ratio.used, ratio.reason)],
  );
  return (
    <p className="hint answer-line" role="status">
      {formatThings(results.length, 'result')} in {formatMilliseconds(totalMs)}
      {ratios.length > 0 && ` · semantic ratio ${ratios.join(', ')}`}
    </p>
  );
}

function Warnings({ found: { queried } }: { found: Found }) {
  const warnings = queried.flatMap((one) => one.warnings);
  if (warnings.length === 0) return null;
  return (
    <ul className="warnings" aria-label="Warnings">
      {warnings.map(({ code, message }, index) => (
        <li key={index}>
          <code>{code}</code> {message}
        </li>
      ))}
    </ul>
  );
}
