import { Field } from '../../parts/field';
import { problemAt } from '../../parts/field-faults';
import { NumberField } from '../../parts/number-field';
import { type QueryConfig } from '../../parts/queries/asked';
import { type ConfigFieldsProps } from './config-fields';
import { RerankFields } from './rerank-fields';
import { withField } from './with-field';

const bothRatio = 0.5;
const modes = [
  { name: 'automatic', ratio: undefined },
  { name: 'keyword', ratio: 0 },
  { name: 'hybrid', ratio: bothRatio },
  { name: 'semantic', ratio: 1 },
] as const;

/** Fields for the retrieval and ranking of candidates. */
export function RankingFields({ config, faults, onChange }: ConfigFieldsProps) {
  const { semantic_ratio: asked } = config;
  const ratio = typeof asked === 'number' ? asked : undefined;
  const mode = modes.findIndex(
    (known) => known.ratio === (ratio === 0 || ratio === 1 ? ratio : ratio && bothRatio),
  );
  const setRatio = (value: number | undefined) => {
    onChange(withField(config, 'semantic_ratio', value));
  };
  return (
    <div className="fields">
      <Field label="Search mode" problem={problemAt(faults, 'semantic_ratio')}>
        {(control) => (
          <select
            {...control}
            value={mode}
            onChange={(event) => {
              setRatio(modes[Number(event.target.value)]?.ratio);
            }}
          >
            {modes.map(({ name }, index) => (
              <option key={name} value={index}>
                {name}
              </option>
            ))}
          </select>
        )}
      </Field>
      <NumberField
        label="Semantic ratio"
        placeholder="automatic"
        min={0}
        max={1}
        step="any"
        value={ratio}
        onChange={setRatio}
      />
      <NumberField
        label="Minimum similarity"
        min={-1}
        max={1}
        step="any"
        placeholder="any"
        problem={problemAt(faults, 'min_cosine')}
        value={config.min_cosine}
        onChange={(value) => {
          onChange(withField<QueryConfig, 'min_cosine'>(config, 'min_cosine', value));
        }}
      />
      <RerankFields config={config} faults={faults} onChange={onChange} />
    </div>
  );
}
