import { formatCount } from '../../parts/format';
import { type Collection } from './use-collections';

/** Value of the option for several collections, which no name can be. */
const severalValue = '*';
/** Limit of the API. */
const collectionsMax = 10;

interface ChoiceProps {
  names: readonly string[];
  offered: readonly Collection[];
  onChange: (names: readonly string[]) => void;
}

/** Choice of the collection beside the question, with an option for several. */
export function CollectionChoice(
  props: ChoiceProps & { isSeveral: boolean; onSeveral: (isSeveral: boolean) => void },
) {
  const { names, offered, isSeveral, onChange, onSeveral } = props;
  const [name] = names;
  const isStrange = name !== undefined && !offered.some(({ collection_name: known }) => known === name);
  return (
    <select
      className="collection-choice"
      aria-label="Collection"
      required
      value={isSeveral ? severalValue : (name ?? '')}
      onChange={({ target: { value } }) => {
        onSeveral(value === severalValue);
        if (value !== severalValue) onChange([value]);
      }}
    >
      {name === undefined && !isSeveral && <option value="">Choose a collection</option>}
      {isStrange && !isSeveral && <option>{name}</option>}
      {offered.map(({ collection_name: known }) => (
        <option key={known}>{known}</option>
      ))}
      <option value={severalValue}>
        {isSeveral ? `Several collections (${formatCount(names.length)})` : 'Several collections…'}
      </option>
    </select>
  );
}

/** Boxes of the collections that are queried together. */
export function SeveralCollections({ names, offered, onChange }: ChoiceProps) {
  const known = new Set(offered.map(({ collection_name: name }) => name));
  const all = [...names.filter((name) => !known.has(name)), ...known];
  return (
    <fieldset className="several-collections">
      <legend>
        Collections <span className="hint">up to {collectionsMax}</span>
      </legend>
      {all.map((name) => {
        const isChosen = names.includes(name);
        return (
          <label key={name}>
            <input
              type="checkbox"
              checked={isChosen}
              disabled={!isChosen && names.length >= collectionsMax}
              onChange={() => {
                onChange(isChosen ? names.filter((other) => other !== name) : [...names, name]);
              }}
            />{' '}
            {name}
          </label>
        );
      })}
    </fieldset>
  );
}
