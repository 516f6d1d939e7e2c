import {
  describeChart,
  findPart,
  readChart,
  readPartText,
  readRelationships,
  type Relationship,
  type ZipArchive,
} from 'spreadsheet-reader/toolkit';
import { SourceError } from 'spreadsheet-reader';
import { type BlockSink, figureIdOf, writePicture } from '../../block-sink';
import { findAll, readElements, textOf } from './element';

const imageBytesMax = 32 * 1024 * 1024;

/** A part of an Office file with access to its related parts. */
export interface OfficePart {
  readonly name: string;
  readonly xml: string;
  /** Name of the part that a relationship leads to; null for one outside the file, and for an unknown id. */
  target(id: string | undefined): string | null;
  /** Names of parts that relationships of this type lead to. */
  related(type: string): string[];
  /** Opens another part of the file; null where there is none. */
  open: (name: string) => OfficePart | null;
  /** Writes the image of a relationship to the sink as a crop and returns its figure id. */
  image(id: string | undefined, page: number | null): string;
  /** Text of a chart, '' where it cannot be read. */
  chart(id: string | undefined): string;
  /** Texts of a diagram, one per line. */
  diagram(id: string | undefined): string;
}

/** Opens a part; null where the archive lacks it. */
export function openPart(archive: ZipArchive, name: string, sink: BlockSink): OfficePart | null {
  const xml = readPartText(archive, name);
  if (xml === null) return null;
  const relationships = readRelationships(archive, name);

  function target(id: string | undefined): string | null {
    const found = id === undefined ? undefined : relationships.get(id);
    return found === undefined || found.external ? null : found.target;
  }

  /** A damaged image or chart must not cost the text. */
  function readOr<T>(read: () => T, otherwise: T): T {
    try {
      return read();
    } catch (error) {
      if (!(error instanceof SourceError)) throw error;
      sink.warn('A picture or chart in the file could not be read.');
      return otherwise;
    }
  }

  return {
    name,
    xml,
    target,
    related: (type) =>
      [...relationships.values()]
        .filter((relationship: Relationship) => relationship.type === type && !relationship.external)
        .map((relationship) => relationship.target),
    open: (other) => openPart(archive, other, sink),
    image(id, page) {
      const part = target(id);
      const entry = part === null ? undefined : findPart(archive, part);
      if (entry === undefined) return figureIdOf(page, `${name} ${id ?? ''}`);
      return readOr(
        () => writePicture(sink, page, archive.read(entry, imageBytesMax)),
        figureIdOf(page, `${name} ${id ?? ''}`),
      );
    },
    chart(id) {
      const part = target(id);
      const chart = part === null ? null : readPartText(archive, part);
      if (chart === null) return '';
      return readOr(() => {
        const model = readChart(chart);
        return model === null ? '' : describeChart(model);
      }, '');
    },
    diagram(id) {
      const part = target(id);
      const data = part === null ? null : readPartText(archive, part);
      if (data === null) return '';
      return readOr(() => {
        const lines: string[] = [];
        readElements(data, 'dgm', new Set(['dgm:pt']), (point) => {
          const text = [...findAll(point, 'a:p')]
            .map((p) => [...findAll(p, 'a:t')].map(textOf).join(''))
            .join('\n');
          if (text.trim() !== '') lines.push(text);
        });
        return lines.join('\n');
      }, '');
    },
  };
}
