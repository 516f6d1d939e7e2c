import { formatCount } from '../../parts/format';

/** Buttons for the previous and the next page. */
export function PageTurner(props: { page: number; pageCount: number; turnTo: (page: number) => void }) {
  const { page, pageCount, turnTo } = props;
  return (
    <div className="actions">
      <button
        type="button"
        disabled={page === 0}
        onClick={() => {
          turnTo(page - 1);
        }}
      >
        Previous page
      </button>
      <span role="status">
        Page {formatCount(page + 1)} of {formatCount(pageCount)}
      </span>
      <button
        type="button"
        disabled={page + 1 >= pageCount}
        onClick={() => {
          turnTo(page + 1);
        }}
      >
        Next page
      </button>
    </div>
  );
}
