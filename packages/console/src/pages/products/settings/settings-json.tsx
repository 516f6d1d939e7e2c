import { Field } from '../../../parts/field';

/** Editor of the settings as JSON text, in the format of the API. */
export function SettingsJson(props: {
  text: string;
  problem: string | undefined;
  onEdit: (text: string) => void;
}) {
  const { text, problem, onEdit } = props;
  return (
    <details>
      <summary>The same as JSON</summary>
      <Field
        label="Settings as JSON"
        hint="What is left out is unset. acl, tenant_field and audit are sent as they were set."
        problem={problem}
      >
        {(control) => (
          <textarea
            {...control}
            rows={16}
            className="code"
            spellCheck={false}
            value={text}
            onChange={(event) => {
              onEdit(event.target.value);
            }}
          />
        )}
      </Field>
    </details>
  );
}
