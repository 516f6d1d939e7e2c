import { type ReactNode } from 'react';
import { type MaskedPlace, placeKey } from './masked-places';

/** Text of a chunk in which masked and nearly masked places are marked. */
export function MarkedText(props: {
  text: string;
  /** Places of the text, sorted. */
  places: readonly MaskedPlace[];
  selected: MaskedPlace | undefined;
}) {
  const { text, places, selected } = props;
  const parts: ReactNode[] = [];
  let from = 0;
  for (const place of places) {
    const { tag, start, end, score } = place;
    if (start < from || end > text.length) continue;
    const isSelected = selected !== undefined && placeKey(selected) === placeKey(place);
    parts.push(
      text.slice(from, start),
      <mark
        key={placeKey(place)}
        className={score === null ? 'masked' : 'near'}
        aria-current={isSelected}
        title={score === null ? `masked as ${tag}` : `nearly masked as ${tag}, score ${score.toFixed(2)}`}
      >
        {text.slice(start, end)}
      </mark>,
    );
    from = end;
  }
  parts.push(text.slice(from));
  return (
    <pre tabIndex={0} aria-label="Text of the chunk" className="marked-text">
      {parts}
    </pre>
  );
}
