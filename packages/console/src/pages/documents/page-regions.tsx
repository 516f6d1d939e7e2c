import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { type components } from 'sheaf-client';
import { useSheaf } from '../../data/data-provider';
import { type DocumentChunk, type Region } from './use-document-chunks';

type Box = NonNullable<Region['bounding_box']>;

/** Most figures whose pictures are requested at once. */
const figuresMax = 100;
/** Lifetime of links to pictures; new ones are requested before it ends. */
const linkSeconds = 3_600;

/** A page drawn from its regions. A click on a region selects its chunk. */
export function PageRegions(props: {
  collection: string;
  page: components['schemas']['DocumentPage'];
  chunks: readonly DocumentChunk[];
  selected: DocumentChunk | undefined;
  select: (chunk: DocumentChunk) => void;
}) {
  const { collection, page, chunks, selected, select } = props;
  const { regions = [], width, height, page_number: number } = page;
  const pictures = usePictures(collection, page.document_id, regions);
  const chunkOf = useMemo(() => chunksByRegion(chunks, number), [chunks, number]);
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
        {placed.map(({ region, box }) => {
          const chunk = chunkOf.get(region.region_id);
          return (
            <RegionBox
              key={region.region_id}
              region={region}
              box={box}
              pageRatio={height / width}
              picture={region.figure_id === null ? undefined : pictures.get(region.figure_id)}
              isOnPicture={pictureBoxes.some((picture) => picture !== box && holds(picture, box))}
              isSelected={chunk !== undefined && chunk.chunk_id === selected?.chunk_id}
              select={
                chunk &&
                (() => {
                  select(chunk);
                })
              }
            />
          );
        })}
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
  return (
    <button
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
        fontSize: `${textSize(region.text, box, pageRatio)}cqw`,
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

/** Width of an average character divided by the font size. */
const characterWidth = 0.56;
const lineHeight = 1.2;

/** Font size at which a text fits its box, in hundredths of the page width. */
function textSize(text: string, box: Box, pageRatio: number): number {
  const [width, height] = [box.width * 100, box.height * pageRatio * 100];
  const lines = text.split('\n').length;
  const byArea = Math.sqrt((width * height) / (Math.max(text.length, 1) * characterWidth * lineHeight));
  return Math.min(byArea * 0.9, height / lines / lineHeight, 4);
}

/** The chunk of each region of a page. */
function chunksByRegion(chunks: readonly DocumentChunk[], page: number): ReadonlyMap<string, DocumentChunk> {
  return new Map(
    chunks.flatMap((chunk) =>
      (chunk.regions ?? [])
        .filter((region) => region.page === page)
        .map((region) => [region.region_id, chunk] as const),
    ),
  );
}

/** Links to the pictures of figures that the service has. */
function usePictures(
  collection: string,
  documentId: string,
  regions: readonly Region[],
): ReadonlyMap<string, string> {
  const sheaf = useSheaf();
  const ids = [...new Set(regions.flatMap(({ figure_id: id }) => id ?? []))].slice(0, figuresMax);
  const { data } = useQuery({
    queryKey: ['collection', collection, 'document', documentId, 'figures', ids],
    enabled: ids.length > 0,
    staleTime: (linkSeconds / 2) * 1_000,
    queryFn: ({ signal }) =>
      sheaf.post('/v3/collections/{collection_name}/documents/{document_id}/asset-urls', {
        params: { path: { collection_name: collection, document_id: documentId } },
        body: { asset_ids: ids, ttl_seconds: linkSeconds },
        signal,
      }),
  });
  return useMemo(
    () =>
      new Map(
        data?.assets.flatMap((asset) =>
          asset.status === 'ok' ? [[asset.asset_id, asset.url] as const] : [],
        ),
      ),
    [data],
  );
}
