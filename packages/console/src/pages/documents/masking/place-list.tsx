import { formatCount } from '../../../parts/format';
import { type Column, Table } from '../../../parts/table';
import { type MaskedPlace, placeKey } from './masked-places';

/** Places of a masking report by chunk. */
export function PlaceList(props: {
  places: readonly MaskedPlace[];
  /** Text of a place; undefined where its chunk has not been read. */
  textOf: (place: MaskedPlace) => string | undefined;
  selected: MaskedPlace | undefined;
  select: (place: MaskedPlace) => void;
}) {
  const { places, textOf, selected, select } = props;
  const columns: readonly Column<MaskedPlace>[] = [
    {
      name: 'Chunk',
      width: '5.5rem',
      isNumber: true,
      cell: ({ chunkIndex }) => formatCount(chunkIndex),
    },
    {
      name: 'Kind',
      width: '9rem',
      cell: (place) => (
        <button
          type="button"
          className="link"
          aria-current={selected !== undefined && placeKey(selected) === placeKey(place)}
          onClick={() => {
            select(place);
          }}
        >
          {place.tag}
        </button>
      ),
    },
    {
      name: 'Text as it is now',
      cell: (place) => <span title={textOf(place)}>{textOf(place) ?? '–'}</span>,
    },
    {
      name: 'Outcome',
      width: '8rem',
      cell: ({ score }) => (score === null ? 'masked' : `nearly, ${score.toFixed(2)}`),
    },
  ];
  return (
    <Table
      label="Places"
      columns={columns}
      rows={places}
      rowKey={placeKey}
      empty="There are no such places."
    />
  );
}
