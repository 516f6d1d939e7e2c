import { useState } from 'react';
import { SheafError } from 'sheaf-client';
import { Chips } from '../../parts/chips';
import { Field } from '../../parts/field';
import { AddCondition } from './add-condition';
import { conditionsOf, conditionText, filterOf } from './metadata-filter';

/** Message for a refused filter; undefined for any other error. */
export function filterProblem(error: unknown): string | undefined {
  if (!(error instanceof SheafError) || error.code !== 'invalid_metadata_filter') return undefined;
  const { path, reason } = { path: '', reason: error.message, ...(error.details as object | null) };
  return path === '' ? `The filter ${reason}.` : `At ${path}: ${reason}.`;
}

/** A metadata filter as conditions that are added and removed, and as JSON in the format of the API. */
export function FilterForm(props: {
  applied: string;
  apply: (filter: string) => void;
  problem: string | undefined;
  keys: readonly string[];
}) {
  const { applied, apply, problem, keys } = props;
  const conditions = conditionsOf(applied);
  return (
    <div className="filter" role="group" aria-label="Filter of the documents">
      {conditions !== null && (
        <>
          <Chips
            label="Conditions"
            chips={conditions.map((condition, at) => ({
              text: conditionText(condition),
              rest: conditions.toSpliced(at, 1),
            }))}
            cleared={[]}
            onChange={(next) => {
              apply(filterOf(next));
            }}
          />
          <AddCondition
            keys={keys}
            onAdd={(condition) => {
              apply(filterOf([...conditions, condition]));
            }}
          />
        </>
      )}
      <JsonFilter applied={applied} apply={apply} problem={problem} />
    </div>
  );
}

function JsonFilter(props: {
  applied: string;
  apply: (filter: string) => void;
  problem: string | undefined;
}) {
  const { applied, apply, problem } = props;
  const [entered, setEntered] = useState(applied);
  const [known, setKnown] = useState(applied);
  if (known !== applied) {
    // The conditions have changed, or the address.
    setKnown(applied);
    setEntered(applied);
  }
  return (
    <form
      className="json-filter"
      onSubmit={(event) => {
        event.preventDefault();
        apply(entered.trim());
      }}
    >
      <Field label="Filter by metadata" problem={problem}>
        {(control) => (
          <input
            {...control}
            className="code"
            spellCheck={false}
            placeholder='{"year": {"$gte": 2024}}'
            value={entered}
            onChange={(event) => {
              setEntered(event.target.value);
            }}
          />
        )}
      </Field>
      <button type="submit">Filter</button>
      {applied !== '' && (
        <button
          type="button"
          onClick={() => {
            setEntered('');
            apply('');
          }}
        >
          Show all
        </button>
      )}
    </form>
  );
}
