import { Link } from 'react-router';
import { Fault } from '../../parts/fault';
import { fieldFaultsOf } from '../../parts/field-faults';
import { Answer } from '../../parts/queries/answer';
import { type QueryAnswer } from '../../parts/queries/asked';
import { type Move } from '../../parts/queries/moves';
import { SameRequest } from './same-request';
import { type Question } from './use-answer';

/** Answer or failure of a question under one configuration. */
export function Outcome(props: {
  name: string;
  question: Question;
  answer: QueryAnswer | undefined;
  error: Error | null;
  isAsking: boolean;
  moves?: ReadonlyMap<string, Move>;
}) {
  const { name, question, answer, error, isAsking, moves } = props;
  return (
    <section className="outcome" aria-label={name} aria-busy={isAsking}>
      <h2>{name}</h2>
      {isAsking && <progress aria-label={`Asking, ${name}`} />}
      {error !== null && !isAsking && (
        <>
          {fieldFaultsOf(error).size > 0 && (
            <p className="problem">The form says at the field what is wrong.</p>
          )}
          <Fault error={error} />
        </>
      )}
      {answer !== undefined && (
        <>
          <p className="actions">
            <Link to={`/history/queries/${encodeURIComponent(answer.query_id)}`}>Stored query</Link>
          </p>
          <SameRequest question={question} />
          <Answer answer={answer} {...(moves !== undefined && { moves })} />
        </>
      )}
    </section>
  );
}
