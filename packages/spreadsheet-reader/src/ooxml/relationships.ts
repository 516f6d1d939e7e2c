import { type ZipArchive, type ZipEntry } from '../zip';
import { decodeXml } from './xml/xml-encoding';
import { readXml } from './xml/xml-events';
import { type SheetFigure } from '../workbook-reader';

/** A relationship of a `.rels` part. */
export interface Relationship {
  /**
   * Last segment of the type's URI, which the transitional and the strict format share: `worksheet`, `image`.
   */
  type: string;
  /** Part name; for external relationships the text of the file, which is never opened. */
  target: string;
  external: boolean;
}

/**
 * Relationships of a part by id; of the whole package for the part name ''. Empty where the part has none.
 */
export function readRelationships(archive: ZipArchive, part: string): Map<string, Relationship> {
  const relationships = new Map<string, Relationship>();
  const slash = part.lastIndexOf('/') + 1;
  const entry = archive.find(`${part.slice(0, slash)}_rels/${part.slice(slash)}.rels`);
  if (entry === undefined) return relationships;
  readXml(decodeXml(archive.read(entry)), 'rel', {
    open(tag) {
      if (tag.name !== 'rel:Relationship') return;
      const target = tag.attribute('Target') ?? '';
      const external = tag.attribute('TargetMode') === 'External';
      relationships.set(tag.attribute('Id') ?? '', {
        type: (tag.attribute('Type') ?? '').replace(/^.*\//, ''),
        target: external ? target : resolveTarget(part, target),
        external,
      });
    },
  });
  return relationships;
}

/** Name of a target's part, absolute from the package's root or relative to the referring part. */
function resolveTarget(part: string, target: string): string {
  const path = target.replaceAll('\\', '/');
  const segments = path.startsWith('/') ? [] : part.split('/').slice(0, -1);
  for (const segment of path.split('/')) {
    if (segment === '..') segments.pop();
    else if (segment !== '.' && segment !== '') segments.push(segment);
  }
  return segments.join('/');
}

/** Archive entry of a part; some writers percent-encode targets. */
export function findPart(archive: ZipArchive, name: string): ZipEntry | undefined {
  return archive.find(name) ?? (name.includes('%') ? archive.find(percentDecoded(name)) : undefined);
}

/** Bytes of a picture of the workbook; rejects for one of another workbook, and for a chart. */
export function readPicture(archive: ZipArchive, { image }: SheetFigure): Promise<Buffer> {
  return new Promise((resolve) => {
    const entry = image === null ? undefined : findPart(archive, image.part);
    if (entry === undefined) throw new TypeError('The figure is not a picture of this workbook');
    resolve(archive.read(entry));
  });
}

function percentDecoded(name: string): string {
  return name.replace(/(?:%[0-9a-fA-F]{2})+/g, (run) =>
    Buffer.from(run.replaceAll('%', ''), 'hex').toString('utf8'),
  );
}

/** Name of the part of the first internal relationship of a type. */
export function relatedPart(
  relationships: ReadonlyMap<string, Relationship>,
  type: string,
): string | undefined {
  for (const relationship of relationships.values()) {
    if (relationship.type === type && !relationship.external) return relationship.target;
  }
  return undefined;
}

/** Text of the part of the first internal relationship of a type, null where there is none. */
export function readRelatedText(
  archive: ZipArchive,
  relationships: ReadonlyMap<string, Relationship>,
  type: string,
): string | null {
  const part = relatedPart(relationships, type);
  return part === undefined ? null : readPartText(archive, part);
}

/** Text of a part, null where the archive lacks it. */
export function readPartText(archive: ZipArchive, name: string): string | null {
  const entry = findPart(archive, name);
  return entry === undefined ? null : decodeXml(archive.read(entry));
}
