import { type InputHTMLAttributes, type Ref, useId, useRef, useState } from 'react';
import { conditionOf, operatorChoices, type OperatorChoice, takesValue } from './condition-operators';
import { type Condition } from './metadata-filter';

/** Form that adds a condition to a filter, by key, operator and value. */
export function AddCondition(props: {
  /** Keys that documents are known to have. */
  keys: readonly string[];
  onAdd: (condition: Condition) => void;
}) {
  const { keys, onAdd } = props;
  const id = useId();
  const keyInput = useRef<HTMLInputElement>(null);
  const [key, setKey] = useState('');
  const [choice, setChoice] = useState<OperatorChoice>('$eq');
  const [value, setValue] = useState('');
  return (
    <form
      className="add-condition"
      aria-labelledby={`${id}-label`}
      onSubmit={(event) => {
        event.preventDefault();
        onAdd(conditionOf(key.trim(), choice, value));
        setKey('');
        setValue('');
        keyInput.current?.focus();
      }}
    >
      <span id={`${id}-label`} className="label">
        Add a condition
      </span>
      <ConditionInput ref={keyInput} aria-label="Key" list={`${id}-keys`} value={key} onEnter={setKey} />
      <datalist id={`${id}-keys`}>
        {keys.map((one) => (
          <option key={one} value={one} />
        ))}
      </datalist>
      <select
        aria-label="Operator"
        value={choice}
        onChange={(event) => {
          setChoice(event.target.value as OperatorChoice);
        }}
      >
        {operatorChoices.map((one) => (
          <option key={one.choice} value={one.choice}>
            {one.word}
          </option>
        ))}
      </select>
      {takesValue(choice) && (
        <ConditionInput aria-label="Value" aria-describedby={`${id}-hint`} value={value} onEnter={setValue} />
      )}
      <button type="submit">Add</button>
      <span id={`${id}-hint`} className="hint">
        A number, true, false or a text; "2024" in quotes is a text. Lists have commas.
      </span>
    </form>
  );
}

type InputProps = InputHTMLAttributes<HTMLInputElement> & { ref?: Ref<HTMLInputElement> };

function ConditionInput({ onEnter, ...input }: InputProps & { onEnter: (value: string) => void }) {
  return (
    <input
      {...input}
      required
      autoComplete="off"
      spellCheck={false}
      placeholder={input['aria-label']?.toLowerCase()}
      onChange={(event) => {
        onEnter(event.target.value);
      }}
    />
  );
}
