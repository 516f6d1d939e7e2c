import { type SearchDraft } from './search-draft';

const strengths = ['low', 'medium', 'high'] as const;
const most = 10;

/** Fields for filters whose records are preferred among equally ranked ones. */
export function Preferences(props: {
  prefer: SearchDraft['prefer'];
  onChange: (prefer: SearchDraft['prefer']) => void;
}) {
  const { prefer, onChange } = props;
  return (
    <fieldset className="preferences">
      <legend>Preferred records rise among equals</legend>
      {prefer.map(({ filter, strength }, at) => (
        <p key={at} className="actions">
          <input
            className="code"
            aria-label={`Filter of preference ${at + 1}`}
            placeholder="in_stock = true"
            spellCheck={false}
            value={filter}
            onChange={({ target: { value } }) => {
              onChange(prefer.with(at, { filter: value, strength }));
            }}
          />
          <select
            aria-label={`Strength of preference ${at + 1}`}
            value={strength}
            onChange={({ target: { value } }) => {
              onChange(
                prefer.with(at, { filter, strength: strengths.find((one) => one === value) ?? strength }),
              );
            }}
          >
            {strengths.map((one) => (
              <option key={one}>{one}</option>
            ))}
          </select>
          <button
            type="button"
            onClick={() => {
              onChange(prefer.toSpliced(at, 1));
            }}
          >
            Remove
          </button>
        </p>
      ))}
      <button
        type="button"
        disabled={prefer.length >= most}
        onClick={() => {
          onChange([...prefer, { filter: '', strength: 'medium' }]);
        }}
      >
        Add a preference
      </button>
    </fieldset>
  );
}
