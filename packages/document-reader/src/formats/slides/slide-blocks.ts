import { type Block, type Box, placeless } from '../../block';
import { readDrawing } from '../office/drawing';
import { attribute, elementAt, elementsOf, findAll, readElements, type XmlElement } from '../office/element';
import { type OfficePart } from '../office/office-part';
import { boxOf, type Frame, frameOf, type Placeholder, placeholderOf, type SlideSize } from './placeholder';
import { inReadingOrder, type Placed } from './reading-order';
import { readTextBody } from './text-body';

const TITLES = new Set(['title', 'ctrTitle']);
/** Placeholder types whose paragraphs are list items by default. */
const LISTS = new Set(['body', 'obj']);
const SHAPES = new Set(['p:sp', 'p:pic', 'p:graphicFrame', 'p:cxnSp']);
/** Placeholder types without content: slide number and date. */
const FIELDS = new Set(['sldNum', 'dt']);

interface Shape {
  element: XmlElement;
  placeholder: Placeholder | null;
  frame: Frame | null;
}

const wholeSlide: Box = { left: 0, top: 0, width: 1, height: 1 };

/** Transformation of shapes in a group. */
type Transform = (frame: Frame) => Frame;

/** Writes the blocks of one slide, its title first and the others as they are read. */
export function readSlide(
  part: OfficePart,
  {
    page,
    size,
    layoutFrame,
  }: { page: number; size: SlideSize; layoutFrame: (p: Placeholder) => Frame | null },
  emit: (block: Block) => void,
): void {
  const placed: Placed<Shape>[] = [];
  const backgrounds: XmlElement[] = [];
  readElements(part.xml, 'p', new Set(['p:bg', 'p:spTree']), (element) => {
    if (element.name === 'p:bg') backgrounds.push(element);
    else placed.push(...collect(element, (frame) => frame));
  });

  function collect(tree: XmlElement, transform: Transform): Placed<Shape>[] {
    return elementsOf(tree).flatMap((element) => {
      if (element.name === 'p:grpSp') {
        const own = frameOf(element);
        const members = collect(element, groupTransform(element, transform));
        return own === null ? members : [{ frame: transform(own), items: inReadingOrder(members) }];
      }
      if (!SHAPES.has(element.name)) return [];
      const placeholder = placeholderOf(element);
      const own = frameOf(element);
      const frame = own !== null ? transform(own) : placeholder && layoutFrame(placeholder);
      return [{ frame, items: [{ element, placeholder, frame }] }];
    });
  }

  const shapes = inReadingOrder(placed);
  const titled = shapes.find(({ placeholder }) => TITLES.has(placeholder?.type ?? ''));
  for (const shape of titled ? [titled, ...shapes.filter((other) => other !== titled)] : shapes) {
    if (!FIELDS.has(shape.placeholder?.type ?? '')) readShape(shape, boxOf(shape.frame, size));
  }
  // Some programs write whole slides as background images.
  for (const background of backgrounds)
    readDrawing(background, part, { page, box: wholeSlide }).forEach(emit);

  function readShape({ element, placeholder }: Shape, box: Box | null): void {
    const place = { ...placeless, page, box };
    const [table] = findAll(element, 'a:tbl');
    if (table !== undefined) {
      emit({ ...place, kind: 'table', ...readTable(table) });
      return;
    }
    if (element.name !== 'p:sp') {
      readDrawing(element, part, { page, box }).forEach(emit);
      return;
    }
    const paragraphs = readTextBody(elementAt(element, 'p:txBody'));
    const type = placeholder?.type ?? '';
    if (TITLES.has(type)) {
      const text = paragraphs.map((paragraph) => paragraph.text).join('\n');
      if (text !== '') emit({ ...place, kind: 'heading', level: 1, text });
      return;
    }
    // Only the first paragraph has the box, so that a shape is one region.
    let boxLeft: Box | null = box;
    for (const { text, level, mark } of paragraphs) {
      const at = { ...place, box: boxLeft };
      boxLeft = null;
      const shown = mark === undefined ? (LISTS.has(type) && paragraphs.length > 1 ? '-' : null) : mark;
      if (type === 'ftr' || type === 'hdr') {
        emit({ ...at, kind: type === 'ftr' ? 'page_footer' : 'page_header', text });
      } else if (shown !== null) emit({ ...at, kind: 'list_item', level, text, mark: shown });
      else emit({ ...at, kind: 'paragraph', text });
    }
    // A shape may have an image as its fill.
    readDrawing(element, part, { page, box }).forEach(emit);
  }
}

function groupTransform(group: XmlElement, outer: Transform): Transform {
  const transform = elementAt(group, 'p:grpSpPr', 'a:xfrm');
  const own = frameOf(group);
  const childOffset = elementAt(transform, 'a:chOff');
  const childExtent = elementAt(transform, 'a:chExt');
  const number = (element: XmlElement | undefined, name: string) =>
    Number.parseInt(attribute(element, name) ?? '0', 10) || 0;
  const scaleX = own && own.width / (number(childExtent, 'cx') || own.width || 1);
  const scaleY = own && own.height / (number(childExtent, 'cy') || own.height || 1);
  if (own === null || scaleX === null || scaleY === null) return outer;
  return (frame) =>
    outer({
      x: own.x + (frame.x - number(childOffset, 'x')) * scaleX,
      y: own.y + (frame.y - number(childOffset, 'y')) * scaleY,
      width: frame.width * scaleX,
      height: frame.height * scaleY,
    });
}

function readTable(table: XmlElement): { rows: string[][]; headerRows: number } {
  const rows = elementsOf(table)
    .filter(({ name }) => name === 'a:tr')
    .map((row) =>
      elementsOf(row)
        .filter(({ name }) => name === 'a:tc')
        .map((cell) => {
          const covered = attribute(cell, 'hMerge') ?? attribute(cell, 'vMerge');
          if (covered === '1' || covered === 'true') return '';
          return readTextBody(elementAt(cell, 'a:txBody'))
            .map(({ text }) => text)
            .join('\n');
        }),
    );
  const first = attribute(elementAt(table, 'a:tblPr'), 'firstRow');
  return { rows, headerRows: rows.length > 1 && (first === '1' || first === 'true') ? 1 : 0 };
}
