import { type Box } from '../../block';
import { attribute, elementAt, findAll, readElements, type XmlElement } from '../office/element';
import { type OfficePart } from '../office/office-part';

/** Size of a slide in EMU (914,400 per inch). */
export interface SlideSize {
  width: number;
  height: number;
}

/** Placeholder of a layout that a shape fills. */
export interface Placeholder {
  type: string;
  index: string;
}

/** Position and size on a slide, in EMU. */
export interface Frame {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Placeholder that a shape fills; null for a shape without one. */
export function placeholderOf(shape: XmlElement): Placeholder | null {
  const [placeholder] = findAll(shape, 'p:ph');
  if (placeholder === undefined) return null;
  return { type: attribute(placeholder, 'type') ?? 'body', index: attribute(placeholder, 'idx') ?? '' };
}

/** Frame that the shape itself declares; null where it inherits its placeholder's. */
export function frameOf(shape: XmlElement): Frame | null {
  const transform =
    elementAt(shape, 'p:spPr', 'a:xfrm') ??
    elementAt(shape, 'p:grpSpPr', 'a:xfrm') ??
    elementAt(shape, 'p:xfrm');
  const offset = elementAt(transform, 'a:off');
  const extent = elementAt(transform, 'a:ext');
  if (offset === undefined || extent === undefined) return null;
  const number = (element: XmlElement, name: string) => Number.parseInt(attribute(element, name) ?? '', 10);
  const frame = {
    x: number(offset, 'x'),
    y: number(offset, 'y'),
    width: number(extent, 'cx'),
    height: number(extent, 'cy'),
  };
  return Object.values(frame).every(Number.isFinite) ? frame : null;
}

/** Lookup of the frames of a layout's placeholders, by index, else by type. */
export function placeholderFrames(layout: OfficePart | null): (placeholder: Placeholder) => Frame | null {
  const byIndex = new Map<string, Frame>();
  const byType = new Map<string, Frame>();
  if (layout !== null) {
    readElements(layout.xml, 'p', new Set(['p:sp', 'p:pic', 'p:graphicFrame']), (shape) => {
      const placeholder = placeholderOf(shape);
      const frame = frameOf(shape);
      if (placeholder === null || frame === null) return;
      if (placeholder.index !== '') byIndex.set(placeholder.index, frame);
      if (!byType.has(placeholder.type)) byType.set(placeholder.type, frame);
    });
  }
  return ({ type, index }) => byIndex.get(index) ?? byType.get(type) ?? null;
}

/** Frame as fractions of the slide, clipped at its edges; null for a frame outside it. */
export function boxOf(frame: Frame | null, size: SlideSize): Box | null {
  if (frame === null) return null;
  const left = clamp(frame.x / size.width);
  const top = clamp(frame.y / size.height);
  const width = clamp((frame.x + frame.width) / size.width) - left;
  const height = clamp((frame.y + frame.height) / size.height) - top;
  return width > 0 && height > 0 ? { left, top, width, height } : null;
}

function clamp(share: number): number {
  return Math.min(Math.max(share, 0), 1);
}
