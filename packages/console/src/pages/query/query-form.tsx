import { Field } from '../../parts/field';
import { type FieldFaults, fieldFaultsOf, problemAt } from '../../parts/field-faults';
import { type Asked } from '../../parts/queries/asked';
import { CollectionField } from '../../parts/queries/collection-field';
import { ConfigFields } from './config-fields';
import { useAnswer } from './use-answer';

const queryLengthMax = 4000;

/** Form of the query page. Faults that the API found in the last request appear at the fields. */
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
  const faultsA = fieldFaultsOf(answerA.error);
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
        <Field label="Question" problem={problemAt(faultsA, 'query')}>
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
      <Configs form={form} onChange={onChange} faultsA={faultsA} faultsB={fieldFaultsOf(answerB.error)} />
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

/** One configuration, or two next to each other. */
function Configs(props: {
  form: Asked;
  onChange: (form: Asked) => void;
  faultsA: FieldFaults;
  faultsB: FieldFaults;
}) {
  const { form, onChange, faultsA, faultsB } = props;
  const { a, b } = form;
  return (
    <div className={b === null ? undefined : 'beside'}>
      <ConfigFields
        name={b === null ? 'Configuration' : 'Configuration A'}
        config={a}
        faults={faultsA}
        onChange={(config) => {
          onChange({ ...form, a: config });
        }}
      />
      {b !== null && (
        <ConfigFields
          name="Configuration B"
          config={b}
          faults={faultsB}
          onChange={(config) => {
            onChange({ ...form, b: config });
          }}
        />
      )}
    </div>
  );
}
