import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { type components } from 'sheaf-client';
import { useSheaf } from '../../data/data-provider';
import { Fault } from '../../parts/fault';
import { Field } from '../../parts/field';
import { fieldFaultsOf, problemAt } from '../../parts/field-faults';
import { JsonField } from '../../parts/json-field';
import { CollectionField } from '../../parts/queries/collection-field';
import { startEvaluation } from './start-evaluation';

type Config = components['schemas']['EvaluationConfig'];

const firstConfigs: Config[] = [
  { name: 'keyword', semantic_ratio: 0 },
  { name: 'hybrid', semantic_ratio: 0.5 },
];

/** Form to start an evaluation from a file of cases. */
export function StartForm() {
  const sheaf = useSheaf();
  const navigate = useNavigate();
  const [collection, setCollection] = useState('');
  const [file, setFile] = useState<File | null>(null);
  const [configs, setConfigs] = useState<unknown>(firstConfigs);
  const start = useMutation({
    mutationFn: (cases: File) => startEvaluation(sheaf, { collection, cases, configs: configs as Config[] }),
    onSuccess: (id) => navigate(`/evaluations/${encodeURIComponent(id)}`),
  });
  return (
    <form
      className="card form"
      aria-label="Start an evaluation"
      onSubmit={(event) => {
        event.preventDefault();
        if (file !== null) start.mutate(file);
      }}
    >
      <h2>Start an evaluation</h2>
      <CollectionField required value={collection} onChange={setCollection} />
      <Field
        label="Cases"
        hint={
          <>
            NDJSON, a case a line: <code>{'{"query": "…", "expected_files": ["form.pdf"]}'}</code>
          </>
        }
      >
        {(control) => (
          <input
            {...control}
            type="file"
            required
            accept=".ndjson,.jsonl,.json,.txt"
            onChange={({ target: { files } }) => {
              setFile(files?.[0] ?? null);
            }}
          />
        )}
      </Field>
      <JsonField
        label="Configurations"
        hint="A list as JSON: options of a query, each with a name."
        rows={8}
        problem={problemAt(fieldFaultsOf(start.error), 'configs')}
        value={configs}
        onChange={setConfigs}
      />
      {start.error !== null && <Fault error={start.error} />}
      <p className="hint">Each question is billed as one query under each configuration.</p>
      <div className="actions">
        <button type="submit" className="primary" disabled={start.isPending}>
          {start.isPending ? 'Starting' : 'Start'}
        </button>
      </div>
    </form>
  );
}
