import { type ReactNode } from 'react';

/**
 * A text with marked ranges. Spans count UTF-16 code units; those that overlap or exceed the text are left
 * out.
 */
export function MarkedText({
  text,
  spans,
}: {
  text: string;
  spans: readonly { start: number; end: number }[];
}) {
  const pieces: ReactNode[] = [];
  let at = 0;
  for (const { start, end } of spans.toSorted((one, other) => one.start - other.start)) {
    if (start < at || end <= start || end > text.length) continue;
    pieces.push(text.slice(at, start), <mark key={start}>{text.slice(start, end)}</mark>);
    at = end;
  }
  pieces.push(text.slice(at));
  return <>{pieces}</>;
}
