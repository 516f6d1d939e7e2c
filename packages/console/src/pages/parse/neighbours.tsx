import { type SheetChunk } from './chunk-lines';

/** Buttons for the previous and the next chunk. */
export function Neighbours(props: {
  chunks: readonly SheetChunk[];
  selected: number;
  select: (chunkIndex: number) => void;
}) {
  const { chunks, selected, select } = props;
  const at = chunks.findIndex(({ chunk_index: index }) => index === selected);
  const [before, after] = [chunks[at - 1], chunks[at + 1]];
  return (
    <div className="actions">
      <button
        type="button"
        disabled={before === undefined}
        onClick={() => {
          if (before !== undefined) select(before.chunk_index);
        }}
      >
        Previous
      </button>
      <button
        type="button"
        disabled={after === undefined}
        onClick={() => {
          if (after !== undefined) select(after.chunk_index);
        }}
      >
        Next
      </button>
    </div>
  );
}
