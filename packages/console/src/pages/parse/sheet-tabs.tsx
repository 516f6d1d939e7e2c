import { formatCount, formatThings } from '../../parts/format';
import { type Sheet } from './sheet';

export function SheetTabs(props: {
  sheets: readonly Sheet[];
  current: string;
  open: (name: string) => void;
}) {
  const { sheets, current, open } = props;
  return (
    <nav aria-label="Sheets" className="sheet-tabs">
      {sheets.map(({ name, state, tables, chunks }) => (
        <button
          key={name}
          type="button"
          aria-current={name === current}
          title={`${formatCount(tables.length)} tables, ${formatThings(chunks.length, 'chunk')}`}
          onClick={() => {
            open(name);
          }}
        >
          {name}
          {state !== 'visible' && (
            <span className="hint"> {state === 'hidden' ? 'hidden' : 'very hidden'}</span>
          )}
        </button>
      ))}
    </nav>
  );
}
