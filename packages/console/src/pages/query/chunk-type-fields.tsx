import { type components } from 'sheaf-client';
import { problemAt } from '../../parts/field-faults';
import { Problem } from '../../parts/problem';
import { type ConfigFieldsProps } from './config-fields';
import { withField } from './with-field';

type ChunkType = components['schemas']['ChunkType'];

const types: readonly ChunkType[] = [
  'body',
  'table',
  'heading',
  'page_header',
  'page_footer',
  'footnote',
  'figure',
  'table_of_contents',
];

/** Fields for the types of chunks that a query leaves out; a list replaces the default. */
export function ChunkTypeFields({ config, faults, onChange }: ConfigFieldsProps) {
  const excluded = config.exclude_chunk_types;
  const set = (next: ChunkType[] | undefined) => {
    onChange(withField(config, 'exclude_chunk_types', next));
  };
  return (
    <fieldset className="choices">
      <legend>Types of chunks to leave out</legend>
      <Problem text={problemAt(faults, 'exclude_chunk_types')} />
      <label>
        <input
          type="checkbox"
          checked={excluded === undefined}
          onChange={({ target: { checked } }) => {
            set(checked ? undefined : []);
          }}
        />{' '}
        automatic
      </label>
      {excluded !== undefined &&
        types.map((type) => (
          <label key={type}>
            <input
              type="checkbox"
              checked={excluded.includes(type)}
              onChange={({ target: { checked } }) => {
                set(checked ? [...excluded, type] : excluded.filter((other) => other !== type));
              }}
            />{' '}
            {type.replaceAll('_', ' ')}
          </label>
        ))}
    </fieldset>
  );
}
