import { type QueryAnswer } from './asked';
import { AnswerFacts } from './answer-facts';
import { type Move } from './moves';
import { ResultCard } from './result-card';
import { TimingBar } from './timing-bar';
import './answer.css';

/** An answer of a query: its facts, its warnings, and the results. */
export function Answer({ answer, moves }: { answer: QueryAnswer; moves?: ReadonlyMap<string, Move> }) {
  const { results, warnings, timing } = answer;
  return (
    <div className="answer">
      <TimingBar timing={timing} />
      <AnswerFacts answer={answer} />
      {warnings.length > 0 && (
        <ul className="warnings" aria-label="Warnings">
          {warnings.map(({ code, message }, index) => (
            <li key={index}>
              <code>{code}</code> {message}
            </li>
          ))}
        </ul>
      )}
      {results.length === 0 ? (
        <p className="empty">
          Nothing was found. A filter, or a minimum similarity, may leave everything out.
        </p>
      ) : (
        <ol className="results">
          {results.map((result) => (
            <ResultCard key={result.chunk_id} result={result} move={moves?.get(result.chunk_id)} />
          ))}
        </ol>
      )}
    </div>
  );
}
