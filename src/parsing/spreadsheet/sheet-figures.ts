import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { signBlobPath } from '../../signing/blob-url';
import { type ChunkFigure } from '../../domain/documents/spreadsheet-chunk';
import { parseBlobs } from '../../domain/documents/parse-job';
import { type ChunkWriter } from './chunking/chunk-writer';
import { type ParsedAsset, type ParseRequest } from './parse-request';
import { type SheetFigure, type SheetInfo, SourceError, type WorkbookReader } from 'spreadsheet-reader';

/** Number of hexadecimal digits of an image's SHA-256 in its id. */
const hashDigits = 16;
/** Upper bound of the characters of a chart's text; a longer text is a data dump. */
const figureCharsMax = 20_000;

/**
 * Writes a sheet's images and charts as figure chunks, and the bytes of images to the work folder. An image
 * with several occurrences is one asset. An image that cannot be read gets a chunk without a link, and a
 * warning.
 */
export async function writeFigures(
  reader: WorkbookReader,
  sheet: SheetInfo,
  writer: ChunkWriter,
  { jobId, workDirectory, assetUrls }: ParseRequest,
): Promise<{ assets: ParsedAsset[]; warnings: string[] }> {
  const assets = new Map<string, ParsedAsset>();
  const byPart = new Map<string, Promise<ParsedAsset | null>>();
  const warnings: string[] = [];

  /** Asset of an image, read once for all of its placements. */
  function assetOf(figure: SheetFigure, part: string): Promise<ParsedAsset | null> {
    const stored = byPart.get(part) ?? storeImage(figure);
    byPart.set(part, stored);
    return stored;
  }

  async function storeImage(figure: SheetFigure): Promise<ParsedAsset | null> {
    try {
      const bytes = await reader.imageBytes(figure);
      const digest = createHash('sha256').update(bytes).digest('hex').slice(0, hashDigits);
      const assetId = `fig_${sheet.index + 1}_${digest}`;
      const known = assets.get(assetId);
      if (known !== undefined) return known;
      const path = join(workDirectory, assetId);
      await writeFile(path, bytes);
      const asset = { assetId, path, contentType: figure.image!.contentType, byteSize: bytes.length };
      assets.set(assetId, asset);
      return asset;
    } catch (error) {
      if (!(error instanceof SourceError)) throw error;
      warnings.push(`A picture on sheet ${sheet.index + 1} could not be read: ${error.message}`);
      return null;
    }
  }

  function linkTo(asset: ParsedAsset): string {
    const { baseUrl, expiresAtMs, folderKey } = assetUrls;
    return baseUrl + signBlobPath(folderKey, parseBlobs(jobId).asset(asset.assetId), expiresAtMs);
  }

  for (const figure of await reader.figures(sheet)) {
    const asset = figure.image === null ? null : await assetOf(figure, figure.image.part);
    writer.figure(wordsOf(figure), {
      kind: figure.kind,
      anchor: figure.anchor,
      asset_url: asset === null ? null : linkTo(asset),
      content_type: figure.image?.contentType ?? null,
      byte_size: asset?.byteSize ?? null,
    } satisfies ChunkFigure);
  }
  return { assets: [...assets.values()], warnings };
}

function wordsOf({ name, altText, text }: SheetFigure): string {
  const words = [...new Set([altText, text].map((part) => part.trim()))].filter((part) => part !== '');
  return (words.length === 0 ? name : words.join('\n')).slice(0, figureCharsMax);
}
