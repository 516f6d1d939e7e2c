import { type components } from 'sheaf-client';
import { Field } from '../../parts/field';
import { problemAt } from '../../parts/field-faults';
import { NumberField } from '../../parts/number-field';
import { type ConfigFieldsProps } from './config-fields';
import { withField } from './with-field';

type RerankOptions = components['schemas']['RerankOptions'];

const models: readonly NonNullable<RerankOptions['model']>[] = [
  'local',
  'local-blend-1',
  'local-interaction-1',
  'hosted',
  'hosted-rerank-1',
  'hosted-chat-1',
];
const candidatesMax = 200;

/** Fields for reranking the best candidates with a model. */
export function RerankFields({ config, faults, onChange }: ConfigFieldsProps) {
  const options = optionsOf(config.rerank);
  const set = (rerank: RerankOptions | undefined) => {
    onChange(withField(config, 'rerank', rerank));
  };
  return (
    <>
      <Field label="Rerank" problem={problemAt(faults, 'rerank')}>
        {(control) => (
          <select
            {...control}
            value={options === null ? '' : (options.model ?? 'local')}
            onChange={({ target: { value } }) => {
              const model = models.find((known) => known === value);
              set(model === undefined ? undefined : { ...options, enabled: true, model });
            }}
          >
            <option value="">no</option>
            {models.map((model) => (
              <option key={model} value={model}>
                {model}
              </option>
            ))}
          </select>
        )}
      </Field>
      {options !== null && (
        <NumberField
          label="Candidates to rerank"
          min={1}
          max={candidatesMax}
          value={options.candidate_limit}
          onChange={(limit) => {
            set(withField(options, 'candidate_limit', limit));
          }}
        />
      )}
    </>
  );
}

function optionsOf(rerank: boolean | RerankOptions | undefined): RerankOptions | null {
  if (rerank === true) return { enabled: true };
  return typeof rerank === 'object' && rerank.enabled !== false ? rerank : null;
}
