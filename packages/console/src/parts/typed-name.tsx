import { Field } from './field';

/** Field in which a dialog asks to type a name before it acts. */
export function TypedName(props: { name: string; value: string; onChange: (value: string) => void }) {
  const { name, value, onChange } = props;
  return (
    <Field
      label={
        <>
          Type <strong className="long">{name}</strong> to confirm
        </>
      }
    >
      {(control) => (
        <input
          {...control}
          // React sets no attribute for `autoFocus`, and a dialog gives the focus to the element that has it.
          ref={(element) => element?.setAttribute('autofocus', '')}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          value={value}
          onChange={(event) => {
            onChange(event.target.value);
          }}
        />
      )}
    </Field>
  );
}

/** Whether the name was typed; spaces around it do not matter. */
export const isTyped = (name: string, value: string): boolean => value.trim() === name.trim();
