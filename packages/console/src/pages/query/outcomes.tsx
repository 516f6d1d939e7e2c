import { type Asked } from '../../parts/queries/asked';
import { MoveCounts } from '../../parts/queries/move-mark';
import { movesBetween } from '../../parts/queries/moves';
import { Outcome } from './outcome';
import { useAnswer } from './use-answer';

/** The answers: one, or two next to each other with the moves of results between them. */
export function Outcomes({ asked }: { asked: Asked }) {
  const { collection, query, a, b } = asked;
  const first = { collection, query, config: a };
  const second = { collection, query, config: b ?? a };
  const answerA = useAnswer(first);
  const answerB = useAnswer(second);
  if (b === null)
    return (
      <Outcome
        name="Answer"
        question={first}
        answer={answerA.data}
        error={answerA.error}
        isAsking={answerA.isFetching}
      />
    );
  const results = [answerA.data?.results, answerB.data?.results] as const;
  const moves =
    results[0] === undefined || results[1] === undefined ? undefined : movesBetween(results[0], results[1]);
  const gone =
    moves === undefined ? undefined : new Map([...moves].filter(([, { kind }]) => kind === 'gone'));
  return (
    <>
      {moves !== undefined && <MoveCounts moves={moves} />}
      <div className="beside">
        <Outcome
          name="Answer A"
          question={first}
          answer={answerA.data}
          error={answerA.error}
          isAsking={answerA.isFetching}
          {...(gone !== undefined && { moves: gone })}
        />
        <Outcome
          name="Answer B"
          question={second}
          answer={answerB.data}
          error={answerB.error}
          isAsking={answerB.isFetching}
          {...(moves !== undefined && { moves })}
        />
      </div>
    </>
  );
}
