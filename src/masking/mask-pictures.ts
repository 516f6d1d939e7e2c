import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type MaskedSpan } from '../domain/documents/masking';
import { coverPng, figureIdOf, type ParsedFigure } from '../parsing';
import { type KnownValues } from './known-values';
import { applyMasks } from './mask';
import { type MaskablePicture } from './maskable-file';
import { coversOf, wordsText } from './picture-text';

/** Masked pictures of a document. */
export interface MaskedPictures {
  figures: ParsedFigure[];
  /** Returns the id of a figure after masking, whether or not its picture is kept. */
  idOf: (figureId: string) => string;
  /** Masked places in the texts of the pictures. */
  spans: MaskedSpan[][];
  /** Number of pictures with at least one black box. */
  covered: number;
}

/**
 * Covers the masked words of pictures. A covered picture gets a new id, because the former one is a hash of
 * the uncovered picture and may belong to the picture of an earlier version.
 *
 * @param work.folder folder for the masked pictures
 */
export async function maskPictures(
  pictures: readonly MaskablePicture[],
  index: number,
  {
    known,
    folder,
    idOf,
    signal,
  }: { known: KnownValues; folder: string; idOf: (id: string) => string; signal: AbortSignal },
): Promise<MaskedPictures> {
  const figures = new Map<string, ParsedFigure>();
  const ids = new Map<string, string>();
  const spans: MaskedSpan[][] = [];
  let covered = 0;
  for (const [n, picture] of pictures.entries()) {
    signal.throwIfAborted();
    const words = await picture.words();
    const text = wordsText(words);
    const masks = known.masksOf(text.text);
    const covers = coversOf(words, text, masks);
    const original = await picture.read();
    const bytes = covers.length === 0 ? original : await coverPng(original, covers);
    if (covers.length > 0) covered++;
    spans.push(applyMasks(text.text, masks).spans);
    const page = pageOf(picture.figureId);
    const figureId = figureIdOf(page, bytes);
    ids.set(picture.figureId, figureId);
    if (figures.has(figureId)) continue;
    const path = join(folder, `${index}-${n}.figure`);
    await writeFile(path, bytes);
    figures.set(figureId, { figureId, page, path, contentType: 'image/png' });
  }
  return {
    figures: [...figures.values()],
    spans,
    covered,
    idOf: (figureId) => ids.get(figureId) ?? figureIdOf(pageOf(figureId), idOf(figureId)),
  };
}

/** Page part of a figure id, `fig_<page>_<hash>`. */
function pageOf(figureId: string): number {
  return Number(figureId.split('_')[1]);
}
