import { type SheetFigure } from '../../workbook-reader';
import { type ZipArchive } from '../../zip';
import { findPart, readPartText } from '../../ooxml/relationships';
import { readChart } from '../../ooxml/charts/chart';
import { describeChart } from '../../ooxml/charts/chart-text';
import { IMAGE_HEAD_BYTES, imageType } from '../../source/image-type';
import { readOrWarn } from './damaged-part';

/** Figures of one sheet at most; a drawing can repeat one image without end. */
export const FIGURES_MAX = 2_000;

const UNREADABLE_CHART = 'A chart could not be read and was left out.';

/** Anchor and texts of a figure. */
export interface FigurePlace {
  anchor: string | null;
  name: string;
  altText: string;
}

/**
 * Collector of a sheet's figures. A figure that cannot be read becomes a warning, because a damaged image
 * must not cost the rows.
 */
export interface FigureList {
  readonly figures: SheetFigure[];
  addImage(part: string, place: FigurePlace): Promise<void>;
  addChart(part: string, place: FigurePlace): void;
  /** Whether an image of this part is in the list. */
  hasImage(part: string): boolean;
}

export function createFigureList(archive: ZipArchive, warnings: Set<string>): FigureList {
  const figures: SheetFigure[] = [];
  const typeOfPart = new Map<string, string>();

  function isFull(): boolean {
    if (figures.length < FIGURES_MAX) return false;
    warnings.add(`A sheet has more than ${FIGURES_MAX} pictures and charts; the others were left out.`);
    return true;
  }

  return {
    figures,
    async addImage(part, place) {
      const entry = findPart(archive, part);
      if (entry === undefined) {
        warnings.add('A picture is missing from the file.');
        return;
      }
      if (isFull()) return;
      const contentType = typeOfPart.get(part) ?? imageType(await archive.readStart(entry, IMAGE_HEAD_BYTES));
      typeOfPart.set(part, contentType);
      figures.push({
        kind: 'image',
        ...place,
        text: '',
        image: { contentType, byteSize: entry.byteSize, part },
      });
    },
    addChart(part, place) {
      if (isFull()) return;
      const xml = readPartText(archive, part);
      const chart = xml === null ? null : readOrWarn(warnings, UNREADABLE_CHART, () => readChart(xml));
      if (chart === null) warnings.add(UNREADABLE_CHART);
      else figures.push({ kind: 'chart', ...place, text: describeChart(chart), image: null });
    },
    hasImage: (part) => typeOfPart.has(part),
  };
}
