import {
  type ChunkContent,
  type ChunkLocation,
  type ChunkType,
  type PageContent,
  type Region,
} from './document';

/** Place of a chunk as answers have it. */
export interface ShownLocation {
  page_start: number | null;
  page_end: number | null;
  start_seconds: number | null;
  end_seconds: number | null;
  sheet_name: string | null;
  row_start: number | null;
  row_end: number | null;
  column_start: string | null;
  column_end: string | null;
  cell_range: string | null;
  table_id: string | null;
  table_title: string | null;
}

/** Region as answers have it. */
export interface ShownRegion {
  region_id: string;
  page: number | null;
  type: Region['type'];
  text: string;
  figure_id: string | null;
  bounding_box: { left: number; top: number; width: number; height: number } | null;
  confidence: number;
}

/** Picture of a figure. The link is signed and works until the result expires. */
export interface ShownFigure {
  figure_id: string;
  asset_url: string;
  content_type: string;
}

/** A document of the parsed file: the file itself, or an attachment. */
export interface ChunkSource {
  /** 0 for the file itself. */
  index: number;
  filename: string | null;
}

/** A chunk of a parsed document as it is stored and answered. */
export interface DocumentChunk {
  chunk_id: string;
  chunk_index: number;
  chunk_type: ChunkType;
  text: string;
  token_count: number;
  document_index: number;
  filename: string | null;
  location: ShownLocation;
  heading_path: string[];
  language: string | null;
  origin: ChunkContent['origin'];
  regions: ShownRegion[];
  /** Pictures of the figures among the regions; absent for none. */
  figures?: ShownFigure[];
  tags: string[] | null;
  summary: string | null;
}

/** A page of a parsed document as it is stored. */
export interface DocumentPage {
  document_index: number;
  filename: string | null;
  page: number;
  text: string;
  width: number;
  height: number;
  ocr: boolean;
  regions: ShownRegion[];
}

/**
 * Makes the chunk of a result from the content that the parser has found.
 *
 * @param pictures pictures of the document by figure id
 */
export function documentChunk(
  id: { jobId: string; index: number; source: ChunkSource },
  content: ChunkContent,
  pictures: ReadonlyMap<string, ShownFigure>,
): DocumentChunk {
  const { jobId, index, source } = id;
  const figures = content.regions.flatMap(({ figureId }) => pictures.get(figureId ?? '') ?? []);
  return {
    chunk_id: `${jobId}:${index}`,
    chunk_index: index,
    chunk_type: content.type,
    text: content.text,
    token_count: content.tokenCount,
    document_index: source.index,
    filename: source.filename,
    location: shownLocation(content.location),
    heading_path: content.headingPath,
    language: content.language,
    origin: content.origin,
    regions: content.regions.map(shownRegion),
    ...(figures.length > 0 && { figures }),
    tags: null,
    summary: null,
  };
}

/** Makes the page of a result. */
export function documentPage(
  source: ChunkSource,
  { page, text, width, height, ocr, regions }: PageContent,
): DocumentPage {
  return {
    document_index: source.index,
    filename: source.filename,
    page,
    text,
    width,
    height,
    ocr,
    regions: regions.map(shownRegion),
  };
}

export function shownLocation(location: ChunkLocation): ShownLocation {
  return {
    page_start: location.pageStart,
    page_end: location.pageEnd,
    start_seconds: location.startSeconds,
    end_seconds: location.endSeconds,
    sheet_name: location.sheetName,
    row_start: location.rowStart,
    row_end: location.rowEnd,
    column_start: location.columnStart,
    column_end: location.columnEnd,
    cell_range: location.cellRange,
    table_id: location.tableId,
    table_title: location.tableTitle,
  };
}

export function shownRegion(region: Region): ShownRegion {
  const { box } = region;
  return {
    region_id: region.regionId,
    page: region.page,
    type: region.type,
    text: region.text,
    figure_id: region.figureId,
    bounding_box: box && { left: box.left, top: box.top, width: box.width, height: box.height },
    confidence: region.confidence,
  };
}
