import { type components } from 'sheaf-client';
import { problemAt } from '../../parts/field-faults';
import { Problem } from '../../parts/problem';
import { type ConfigFieldsProps } from './config-fields';
import { withField } from './with-field';

type Include = components['schemas']['QueryInclude'];

const parts: readonly { field: keyof Include; name: string; byDefault: boolean }[] = [
  { field: 'document', name: 'document', byDefault: true },
  { field: 'metadata', name: 'scores and metadata', byDefault: true },
  { field: 'document_metadata', name: 'metadata of the document', byDefault: false },
  { field: 'highlights', name: 'words of the query in the text', byDefault: false },
  { field: 'neighboring_chunks', name: 'neighbours', byDefault: false },
  { field: 'regions', name: 'regions on pages', byDefault: false },
  { field: 'relations', name: 'relations', byDefault: false },
  { field: 'related_chunks', name: 'related chunks', byDefault: false },
  { field: 'archived', name: 'archived documents', byDefault: false },
];

/** Fields for the optional parts of an answer. */
export function IncludeFields({ config, faults, onChange }: ConfigFieldsProps) {
  const include = config.include ?? {};
  return (
    <fieldset className="choices">
      <legend>Include</legend>
      <Problem text={problemAt(faults, 'include')} />
      {parts.map(({ field, name, byDefault }) => (
        <label key={field}>
          <input
            type="checkbox"
            checked={include[field] ?? byDefault}
            onChange={({ target: { checked } }) => {
              const next = withField(include, field, checked === byDefault ? undefined : checked);
              onChange(withField(config, 'include', Object.keys(next).length > 0 ? next : undefined));
            }}
          />{' '}
          {name}
        </label>
      ))}
    </fieldset>
  );
}
