import { useEffect, useRef, useState } from 'react';
import { type FieldFaults, fieldFaultsOf, problemAt } from '../../parts/field-faults';
import { Problem } from '../../parts/problem';
import { type Asked } from '../../parts/queries/asked';
import { CollectionChoice, SeveralCollections } from './collection-choice';
import { Settings } from './settings';
import { useAnswer } from './use-answer';
import { type Collection } from './use-collections';
import { useSlash } from './use-slash';

const queryLengthMax = 4000;

/** Letter of a configuration. */
export type Letter = 'a' | 'b';

interface QueryFormProps {
  form: Asked;
  asked: Asked;
  offered: readonly Collection[];
  /** Configuration whose settings are open; null for none. */
  open: Letter | null;
  setOpen: (open: Letter | null) => void;
  onChange: (form: Asked) => void;
  onAsk: () => void;
}

/** Form of the query page: the question, its collection, and the settings that differ from the defaults. */
export function QueryForm(props: QueryFormProps) {
  const { form, asked, offered, open, setOpen, onChange, onAsk } = props;
  const { collections, query, b } = asked;
  const answerA = useAnswer({ collections, query, config: asked.a });
  const answerB = useAnswer({ collections, query, config: b ?? asked.a });
  const faultsA = fieldFaultsOf(answerA.error);
  const isAsking = answerA.isFetching || answerB.isFetching;
  return (
    <section className="query-form" aria-label="Query">
      <QuestionLine
        form={form}
        offered={offered}
        faults={faultsA}
        isAsking={isAsking}
        onChange={onChange}
        onAsk={onAsk}
      />
      <div className={form.b === null ? 'settings-lines' : 'settings-lines two'}>
        {letters(form).map((letter) => (
          <Settings
            key={letter}
            name={form.b === null ? 'Settings' : `Settings ${letter.toUpperCase()}`}
            config={form[letter] ?? {}}
            faults={letter === 'a' ? faultsA : fieldFaultsOf(answerB.error)}
            isOpen={open === letter}
            setOpen={(isOpen) => {
              setOpen(isOpen ? letter : null);
            }}
            onChange={(config) => {
              onChange({ ...form, [letter]: config });
            }}
            onAsk={onAsk}
          />
        ))}
        <button
          type="button"
          className="link"
          onClick={() => {
            onChange({ ...form, b: form.b === null ? form.a : null });
          }}
        >
          {form.b === null ? 'Compare with a second configuration' : 'Leave configuration B out'}
        </button>
      </div>
    </section>
  );
}

const letters = ({ b }: Asked): Letter[] => (b === null ? ['a'] : ['a', 'b']);

function QuestionLine(
  props: Pick<QueryFormProps, 'form' | 'offered' | 'onChange' | 'onAsk'> & {
    faults: FieldFaults;
    isAsking: boolean;
  },
) {
  const { form, offered, faults, isAsking, onChange, onAsk } = props;
  const { collections, query } = form;
  const question = useRef<HTMLInputElement>(null);
  const [wantsSeveral, setWantsSeveral] = useState(false);
  const isSeveral = wantsSeveral || collections.length > 1;
  const choose = (names: readonly string[]) => {
    onChange({ ...form, collections: names });
  };
  useSlash(question);
  useEffect(() => {
    if (question.current?.value === '') question.current.focus();
  }, []);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        onAsk();
      }}
    >
      <div className="question-line">
        <input
          ref={question}
          type="search"
          aria-label="Question"
          aria-keyshortcuts="/"
          placeholder="Ask your documents"
          required
          maxLength={queryLengthMax}
          value={query}
          onChange={(event) => {
            onChange({ ...form, query: event.target.value });
          }}
        />
        <CollectionChoice
          names={collections}
          offered={offered}
          isSeveral={isSeveral}
          onSeveral={setWantsSeveral}
          onChange={choose}
        />
        <button type="submit" className="primary" disabled={isAsking || collections.length === 0}>
          Ask
        </button>
      </div>
      <Problem text={problemAt(faults, 'query')} />
      {isSeveral && (
        <SeveralCollections
          names={collections}
          offered={offered}
          onChange={(names) => {
            // The boxes stay when a single one is left.
            setWantsSeveral(true);
            choose(names);
          }}
        />
      )}
    </form>
  );
}
