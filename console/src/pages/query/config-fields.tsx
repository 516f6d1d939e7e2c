import { type FieldProblem, problemsAt } from '../../parts/field-problems';
import { JsonField } from '../../parts/json-field';
import { type QueryConfig } from '../../parts/queries/asked';
import { IncludeFields } from './include-fields';
import { RankingFields } from './ranking-fields';
import { ResultFields } from './result-fields';
import { withField } from './with-field';

/** What each group of fields of a configuration gets. */
export interface ConfigFieldsProps {
  config: QueryConfig;
  problems: readonly FieldProblem[];
  onChange: (config: QueryConfig) => void;
}

const known = new Set<string>([
  'limit',
  'filter',
  'semantic_ratio',
  'min_cosine',
  'max_chunks_per_document',
  'rerank',
  'boost',
  'exclude_chunk_types',
  'relation_types',
  'relation_direction',
  'neighbor_count',
  'include',
]);

/** A configuration as a form, every option of a query in it. */
export function ConfigFields({ name, ...props }: ConfigFieldsProps & { name: string }) {
  const { config, problems, onChange } = props;
  const strange = problems.filter(({ path: [first] }) => !known.has(String(first)) && first !== 'query');
  return (
    <fieldset className="config">
      <legend>{name}</legend>
      {strange.map(({ path, message }) => (
        <p key={path.join('.')} className="problem">
          <code>{path.join('.')}</code> {message}
        </p>
      ))}
      <RankingFields {...props} />
      <JsonField
        label="Filter"
        hint="Conditions on metadata as JSON. Empty for none."
        placeholder='{ "year": { "$gte": 2024 } }'
        problems={problemsAt(problems, 'filter')}
        value={config.filter}
        onChange={(filter) => {
          onChange(withField(config, 'filter', filter as QueryConfig['filter']));
        }}
      />
      <details>
        <summary>Results, boost rules and what the answer includes</summary>
        <ResultFields {...props} />
        <JsonField
          label="Boost rules"
          hint="A list of rules as JSON. Empty for none."
          placeholder='[{ "field": "status", "eq": "approved", "weight": 2 }]'
          problems={problemsAt(problems, 'boost')}
          value={config.boost}
          onChange={(boost) => {
            onChange(withField(config, 'boost', boost as QueryConfig['boost']));
          }}
        />
        <IncludeFields {...props} />
      </details>
    </fieldset>
  );
}
