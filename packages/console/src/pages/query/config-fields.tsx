import { type FieldFaults, problemAt } from '../../parts/field-faults';
import { JsonField } from '../../parts/json-field';
import { type QueryConfig } from '../../parts/queries/asked';
import { IncludeFields } from './include-fields';
import { RankingFields } from './ranking-fields';
import { ResultFields } from './result-fields';
import { withField } from './with-field';

/** Props of each group of fields of a configuration. */
export interface ConfigFieldsProps {
  config: QueryConfig;
  faults: FieldFaults;
  onChange: (config: QueryConfig) => void;
}

const known = new Set<string>([
  'query',
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

/** Fields of a configuration: every option of a query. */
export function ConfigFields(props: ConfigFieldsProps) {
  const { config, faults, onChange } = props;
  const strange = [...faults].filter(([path]) => !known.has(path.split('.')[0]!));
  return (
    <>
      {strange.map(([path, message]) => (
        <p key={path} className="problem">
          <code>{path}</code> {message}
        </p>
      ))}
      <RankingFields {...props} />
      <JsonField
        label="Filter"
        hint="Conditions on metadata as JSON. Empty for none."
        placeholder='{ "year": { "$gte": 2024 } }'
        problem={problemAt(faults, 'filter')}
        value={config.filter}
        onChange={(filter) => {
          onChange(withField(config, 'filter', filter as QueryConfig['filter']));
        }}
      />
      <ResultFields {...props} />
      <JsonField
        label="Boost rules"
        hint="A list of rules as JSON. Empty for none."
        placeholder='[{ "field": "status", "eq": "approved", "weight": 2 }]'
        problem={problemAt(faults, 'boost')}
        value={config.boost}
        onChange={(boost) => {
          onChange(withField(config, 'boost', boost as QueryConfig['boost']));
        }}
      />
      <IncludeFields {...props} />
    </>
  );
}
