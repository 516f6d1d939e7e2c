import { problemAt } from '../../parts/field-faults';
import { Problem } from '../../parts/problem';
import { type ConfigFieldsProps } from './config-fields';
import { includeParts } from './include-parts';
import { withField } from './with-field';

/** Fields for the optional parts of an answer. */
export function IncludeFields({ config, faults, onChange }: ConfigFieldsProps) {
  const include = config.include ?? {};
  return (
    <fieldset className="choices">
      <legend>Include</legend>
      <Problem text={problemAt(faults, 'include')} />
      {includeParts.map(({ field, name, byDefault }) => (
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
