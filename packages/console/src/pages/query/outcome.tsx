import { type ReactNode } from 'react';
import { Link } from 'react-router';
import { Fault } from '../../parts/fault';
import { fieldFaultsOf } from '../../parts/field-faults';
import { Answer } from '../../parts/queries/answer';
import { type Found } from '../../parts/queries/found';
import { type Move } from '../../parts/queries/moves';
import { SameRequest } from './same-request';
import { type Question } from './question';

/** Answer or failure of a question under one configuration. */
export function Outcome(props: {
  name: string;
  /** Whether the name is shown; otherwise only screen readers have it. */
  isNamed: boolean;
  question: Question;
  answer: Found | undefined;
  error: Error | null;
  isAsking: boolean;
  moves?: ReadonlyMap<string, Move>;
  /** Shown where nothing was found. */
  empty: ReactNode;
}) {
  const { name, isNamed, question, answer, error, isAsking, moves, empty } = props;
  return (
    <section className="outcome" aria-label={name} aria-busy={isAsking}>
      {isNamed && <h2>{name}</h2>}
      {isAsking && <progress aria-label={`Asking, ${name}`} />}
      {error !== null && !isAsking && (
        <>
          {fieldFaultsOf(error).size > 0 && (
            <p className="problem">The settings say at the field what is wrong.</p>
          )}
          <Fault error={error} />
        </>
      )}
      {answer !== undefined && (
        <>
          <Answer found={answer} empty={empty} {...(moves !== undefined && { moves })} />
          <SameRequest question={question} />
          <p className="actions">
            {answer.queried.map(({ query_id: id, collection_name: collection }) => (
              <Link key={id} to={`/history/queries/${encodeURIComponent(id)}`}>
                Stored query{answer.queried.length > 1 && ` of ${collection}`}
              </Link>
            ))}
          </p>
        </>
      )}
      {answer === undefined && error === null && !isAsking && (
        <p className="empty">This question has not been asked yet. Ask sends it.</p>
      )}
    </section>
  );
}
