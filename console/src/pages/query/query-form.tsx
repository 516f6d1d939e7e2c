import { Field } from '../../parts/field';
import { type FieldProblem, fieldProblems, problemsAt } from '../../parts/field-problems';
import { type Asked } from '../../parts/queries/asked';
import { CollectionField } from '../../parts/queries/collection-field';
import { ConfigFields } from './config-fields';
import { useAnswer } from './use-answer';

const queryLengthMax = 4000;

/** The form of the page. What the API found wrong in what was asked last stands at the fields. */
export function QueryForm(props: {
  form: Asked;
  asked: Asked;
  onChange: (form: Asked) => void;
  onAsk: () => void;
}) {
  const { form, asked, onChange, onAsk } = props;
  const { collection, query } = asked;
  const answerA = useAnswer({ collection, query, config: asked.a });
  const answerB = useAnswer({ collection, query, config: asked.b ?? asked.a });
  const problemsA = fieldProblems(answerA.error);
  const { b } = form;
  return (
    <form
      className="card query-form"
      onSubmit={(event) => {
        event.preventDefault();
        onAsk();
      }}
    >
      <div className="fields">
        <CollectionField
          required
          value={form.collection}
          onChange={(name) => {
            onChange({ ...form, collection: name });
          }}
        />
        <Field label="Question" problems={problemsAt(problemsA, 'query')}>
          {(control) => (
            <input
              {...control}
              required
              maxLength={queryLengthMax}
              value={form.query}
              onChange={(event) => {
                onChange({ ...form, query: event.target.value });
              }}
            />
          )}
        </Field>
      </div>
      <Configs
        form={form}
        onChange={onChange}
        problemsA={problemsA}
        problemsB={fieldProblems(answerB.error)}
      />
      <div className="actions">
        <button type="submit" className="primary" disabled={answerA.isFetching || answerB.isFetching}>
          Ask
        </button>
        <button
          type="button"
          onClick={() => {
            onChange({ ...form, b: b === null ? form.a : null });
          }}
        >
          {b === null ? 'Compare with a second configuration' : 'Leave configuration B out'}
        </button>
      </div>
    </form>
  );
}

/** One configuration, or two beside each other. */
function Configs(props: {
  form: Asked;
  onChange: (form: Asked) => void;
  problemsA: readonly FieldProblem[];
  problemsB: readonly FieldProblem[];
}) {
  const { form, onChange, problemsA, problemsB } = props;
  const { a, b } = form;
  return (
    <div className={b === null ? undefined : 'beside'}>
      <ConfigFields
        name={b === null ? 'Configuration' : 'Configuration A'}
        config={a}
        problems={problemsA}
        onChange={(config) => {
          onChange({ ...form, a: config });
        }}
      />
      {b !== null && (
        <ConfigFields
          name="Configuration B"
          config={b}
          problems={problemsB}
          onChange={(config) => {
            onChange({ ...form, b: config });
          }}
        />
      )}
    </div>
  );
}
