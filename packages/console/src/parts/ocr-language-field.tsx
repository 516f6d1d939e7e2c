import { type components } from 'sheaf-client';
import { Field } from './field';

export type OcrLanguage = components['schemas']['OcrLanguage'];

const languages: readonly [value: OcrLanguage, name: string][] = [
  ['auto', 'that of the text, else English'],
  ['nl', 'Dutch'],
  ['en', 'English'],
  ['fr', 'French'],
  ['de', 'German'],
  ['it', 'Italian'],
  ['pt', 'Portuguese'],
  ['es', 'Spanish'],
];

/** List of the languages in which the text in pictures may be. */
export function OcrLanguageField(props: { value: OcrLanguage; onChange: (value: OcrLanguage) => void }) {
  const { value, onChange } = props;
  return (
    <Field label="Language of text in pictures">
      {(control) => (
        <select
          {...control}
          value={value}
          onChange={(event) => {
            onChange(event.target.value as OcrLanguage);
          }}
        >
          {languages.map(([language, name]) => (
            <option key={language} value={language}>
              {name}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}
