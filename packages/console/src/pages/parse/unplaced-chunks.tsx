import { chunkLabel } from './chunk-label';
import { type Sheet } from './sheet';

/** Chunks without a place in the grid, such as notes of the sheet as a whole. */
export function UnplacedChunks({ sheet, select }: { sheet: Sheet; select: (chunkIndex: number) => void }) {
  const placed = new Set(sheet.areas.map(({ chunk }) => chunk.chunk_index));
  const others = sheet.chunks.filter((chunk) => !placed.has(chunk.chunk_index));
  if (others.length === 0) return null;
  return (
    <section aria-label="Chunks without a place">
      <h3>Chunks without a place in the grid</h3>
      <ul>
        {others.map((chunk) => (
          <li key={chunk.chunk_index}>
            <button
              type="button"
              className="link"
              onClick={() => {
                select(chunk.chunk_index);
              }}
            >
              {chunkLabel(chunk)}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
