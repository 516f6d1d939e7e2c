import { useState } from 'react';
import { Field } from '../../parts/field';
import { problemAt } from '../../parts/field-faults';
import { NumberField } from '../../parts/number-field';
import { ChunkTypeFields } from './chunk-type-fields';
import { type ConfigFieldsProps } from './config-fields';
import { withField } from './with-field';

const limitMax = 100;
const neighborsMax = 5;
const directions = ['outgoing', 'incoming', 'both'] as const;

/** Fields for the number of results, and for filters on them. */
export function ResultFields(props: ConfigFieldsProps) {
  const { config, faults, onChange } = props;
  return (
    <>
      <div className="fields">
        <NumberField
          label="Results"
          min={1}
          max={limitMax}
          placeholder="10"
          problem={problemAt(faults, 'limit')}
          value={config.limit}
          onChange={(value) => {
            onChange(withField(config, 'limit', value));
          }}
        />
        <NumberField
          label="Results of one document"
          min={1}
          max={limitMax}
          placeholder="any"
          problem={problemAt(faults, 'max_chunks_per_document')}
          value={config.max_chunks_per_document}
          onChange={(value) => {
            onChange(withField(config, 'max_chunks_per_document', value));
          }}
        />
        <NumberField
          label="Neighbours on each side"
          min={1}
          max={neighborsMax}
          placeholder="1"
          problem={problemAt(faults, 'neighbor_count')}
          value={config.neighbor_count}
          onChange={(value) => {
            onChange(withField(config, 'neighbor_count', value));
          }}
        />
        <RelationTypes {...props} />
        <Field label="Direction of relations" problem={problemAt(faults, 'relation_direction')}>
          {(control) => (
            <select
              {...control}
              value={config.relation_direction ?? 'outgoing'}
              onChange={({ target: { value } }) => {
                const direction = directions.find((known) => known === value && known !== 'outgoing');
                onChange(withField(config, 'relation_direction', direction));
              }}
            >
              {directions.map((direction) => (
                <option key={direction}>{direction}</option>
              ))}
            </select>
          )}
        </Field>
      </div>
      <ChunkTypeFields {...props} />
    </>
  );
}

function RelationTypes({ config, faults, onChange }: ConfigFieldsProps) {
  const types = config.relation_types ?? [];
  const [text, setText] = useState(types.join(', '));
  // The text keeps spaces and a trailing comma, which the parsed types lose.
  const shown = typesOf(text).join() === types.join() ? text : types.join(', ');
  return (
    <Field
      label="Types of relations"
      hint="Separated by commas."
      problem={problemAt(faults, 'relation_types')}
    >
      {(control) => (
        <input
          {...control}
          placeholder="all"
          value={shown}
          onChange={({ target: { value } }) => {
            setText(value);
            const entered = typesOf(value);
            onChange(withField(config, 'relation_types', entered.length === 0 ? undefined : entered));
          }}
        />
      )}
    </Field>
  );
}

const typesOf = (text: string): string[] =>
  text
    .split(',')
    .map((type) => type.trim())
    .filter((type) => type !== '');
