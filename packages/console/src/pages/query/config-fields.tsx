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

/** Settings that are entered as JSON. */
const jsonTexts = {
  filter: {
    label: 'Filter',
    hint: 'Conditions on metadata as JSON. Empty for none.',
    placeholder: '{ "year": { "$gte": 2024 } }',
  },
  boost: {
    label: 'Boost rules',
    hint: 'A list of rules as JSON. Empty for none.',
    placeholder: '[{ "field": "status", "eq": "approved", "weight": 2 }]',
  },
} as const;

/** Fields of a configuration: every option of a query. */
export function ConfigFields(props: ConfigFieldsProps) {
  const { config, faults, onChange } = props;
  const json = (field: keyof typeof jsonTexts) => (
    <JsonField
      {...jsonTexts[field]}
      problem={problemAt(faults, field)}
      value={config[field]}
      onChange={(value) => {
        onChange(withField(config, field, value as QueryConfig[typeof field]));
      }}
    />
  );
  const strange = [...faults].filter(([path]) => !known.has(path.split('.')[0]!));
  return (
    <>
      {strange.map(([path, message]) => (
        <p key={path} className="problem">
          <code>{path}</code> {message}
        </p>
      ))}
      <RankingFields {...props} />
      {json('filter')}
      <ResultFields {...props} />
      {json('boost')}
      <IncludeFields {...props} />
    </>
  );
}
