import { useState } from 'react';
import { SheafError } from 'sheaf-client';
import { Field } from '../../parts/field';

/** Message for a refused filter; undefined for any other error. */
export function filterProblem(error: unknown): string | undefined {
  if (!(error instanceof SheafError) || error.code !== 'invalid_metadata_filter') return undefined;
  const { path, reason } = { path: '', reason: error.message, ...(error.details as object | null) };
  return path === '' ? `The filter ${reason}.` : `At ${path}: ${reason}.`;
}

/** Form for a metadata filter as JSON, in the format of the API. */
export function FilterForm(props: {
  applied: string;
  apply: (filter: string) => void;
  problem: string | undefined;
}) {
  const { applied, apply, problem } = props;
  const [entered, setEntered] = useState(applied);
  return (
    <form
      className="filter"
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
