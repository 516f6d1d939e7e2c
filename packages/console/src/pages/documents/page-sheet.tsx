import { useEffect, useRef } from 'react';
import { type Region } from './use-document-chunks';

type Box = NonNullable<Region['bounding_box']>;

/** A page drawn from its regions; figures are pictures where there are links to them. */
export function PageSheet(props: {
  page: { width: number; height: number; text: string; regions?: readonly Region[] | undefined };
  /** Links by the ids of figures. */
  pictures: ReadonlyMap<string, string>;
  isSelected: (region: Region) => boolean;
  /** Action of a click on a region; undefined for none. */
  selectOf: (region: Region) => (() => void) | undefined;
}) {
  const { page, pictures, isSelected, selectOf } = props;
  const { regions = [], width, height } = page;
  const placed = regions.flatMap((region) =>
    region.bounding_box === null ? [] : [{ region, box: region.bounding_box }],
  );
  const pictureBoxes = placed.flatMap(({ region, box }) =>
    region.figure_id !== null && pictures.has(region.figure_id) ? [box] : [],
  );
  const unplaced = regions.filter((region) => region.bounding_box === null);
  if (regions.length === 0) return <pre className="page-text">{page.text || 'The page has no text.'}</pre>;
  return (
    <>
      <div className="page-sheet" style={{ aspectRatio: `${width} / ${height}` }}>
        {placed.map(({ region, box }) => (
          <RegionBox
            key={region.region_id}
            region={region}
            box={box}
            pageRatio={height / width}
            picture={region.figure_id === null ? undefined : pictures.get(region.figure_id)}
            isOnPicture={pictureBoxes.some((picture) => picture !== box && holds(picture, box))}
            isSelected={isSelected(region)}
            select={selectOf(region)}
          />
        ))}
      </div>
      {unplaced.length > 0 && (
        <ul aria-label="Regions without a place">
          {unplaced.map((region) => (
            <li key={region.region_id}>
              {region.type.replaceAll('_', ' ')}: {region.text}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function RegionBox(props: {
  region: Region;
  box: Box;
  /** Height of the page divided by its width. */
  pageRatio: number;
  picture: string | undefined;
  /** Whether a picture already shows the region. */
  isOnPicture: boolean;
  isSelected: boolean;
  select: (() => void) | undefined;
}) {
  const { region, box, pageRatio, picture, isOnPicture, isSelected, select } = props;
  const name = region.type.replaceAll('_', ' ');
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (isSelected) button.current?.scrollIntoView({ block: 'nearest' });
  }, [isSelected]);
  return (
    <button
      ref={button}
      type="button"
      className={`region ${region.type} ${isOnPicture ? 'on-picture' : ''}`}
      aria-pressed={isSelected}
      title={name}
      disabled={select === undefined}
      onClick={select}
      style={{
        left: share(box.left),
        top: share(box.top),
        width: share(box.width),
        height: share(box.height),
        fontSize: `${textSize(region, box, pageRatio)}cqw`,
      }}
    >
      <span className="region-type">{name}</span>
      {picture === undefined ? region.text : <img src={picture} alt={region.text} />}
    </button>
  );
}

const holds = (outer: Box, inner: Box): boolean =>
  inner.left + inner.width / 2 > outer.left &&
  inner.left + inner.width / 2 < outer.left + outer.width &&
  inner.top + inner.height / 2 > outer.top &&
  inner.top + inner.height / 2 < outer.top + outer.height;

const share = (part: number): string => `${part * 100}%`;

/** Width of an average character divided by the font size; headings are bold. */
const characterWidths = { normal: 0.56, bold: 0.7 };
const lineHeight = 1.2;

/**
 * Font size at which a text fits its box, in hundredths of the page width. Lines of a table are not broken; those
 * of other texts are.
 */
function textSize({ text, type }: Region, box: Box, pageRatio: number): number {
  const [width, height] = [box.width * 100, box.height * pageRatio * 100];
  const characterWidth = characterWidths[type === 'heading' ? 'bold' : 'normal'];
  const lines = text.split('\n');
  const longest = Math.max(...lines.map(({ length }) => length), 1);
  const byArea = Math.sqrt((width * height) / (Math.max(text.length, 1) * characterWidth * lineHeight)) * 0.9;
  const byWidth = width / (longest * characterWidth);
  const isWhole = type === 'table' || type === 'heading';
  return Math.min(isWhole ? byWidth : byArea, height / lines.length / lineHeight, 4);
}
