import { type Asked, type QueryConfig } from '../../parts/queries/asked';
import { type Found, keyOf } from '../../parts/queries/found';
import { MoveCounts } from '../../parts/queries/move-mark';
import { type Move, movesBetween } from '../../parts/queries/moves';
import { NothingFound } from './empty-states';
import { Outcome } from './outcome';
import { type Letter } from './query-form';
import { useAnswer } from './use-answer';
import { type Collection } from './use-collections';

interface OutcomesProps {
  asked: Asked;
  offered: readonly Collection[];
  askWith: (letter: Letter, config: QueryConfig) => void;
}

/** The answers: one, or two next to each other with the moves of results between them. */
export function Outcomes(props: OutcomesProps) {
  const { asked } = props;
  const { collections, query, a, b } = asked;
  const first = useAnswer({ collections, query, config: a });
  const second = useAnswer({ collections, query, config: b ?? a });
  if (b === null) return <AnswerOf {...props} letter="a" name="Answer" config={a} />;
  const moves =
    first.data === undefined || second.data === undefined
      ? undefined
      : movesBetween(ranksOf(first.data), ranksOf(second.data));
  const gone =
    moves === undefined ? undefined : new Map([...moves].filter(([, { kind }]) => kind === 'gone'));
  return (
    <>
      {moves !== undefined && <MoveCounts moves={moves} />}
      <div className="beside">
        <AnswerOf {...props} letter="a" name="Answer A" config={a} moves={gone} />
        <AnswerOf {...props} letter="b" name="Answer B" config={b} moves={moves} />
      </div>
    </>
  );
}

const ranksOf = ({ results }: Found) =>
  results.map((result) => ({ chunk_id: keyOf(result), rank: result.rank }));

function AnswerOf(
  props: OutcomesProps & {
    letter: Letter;
    name: string;
    config: QueryConfig;
    moves?: ReadonlyMap<string, Move> | undefined;
  },
) {
  const { asked, offered, askWith, letter, name, config, moves } = props;
  const { collections, query } = asked;
  const question = { collections, query, config };
  const { data, error, isFetching } = useAnswer(question);
  return (
    <Outcome
      name={name}
      isNamed={asked.b !== null}
      question={question}
      answer={data}
      error={error}
      isAsking={isFetching}
      empty={
        <NothingFound
          names={collections}
          offered={offered}
          config={config}
          askWith={(next) => {
            askWith(letter, next);
          }}
        />
      }
      {...(moves !== undefined && { moves })}
    />
  );
}
