import { type FigureBlock, placeless } from '../../block';
import { figureIdOf } from '../../block-sink';
import { attribute, elementAt, elementsOf, prefixed, type XmlElement } from './element';
import { type OfficePart } from './office-part';

/** Page and box of figures; the box only where the drawing declares it. */
export type FigurePlace = Pick<FigureBlock, 'page' | 'box'>;

/** Description of a drawing; the first figure in it without a description of its own gets it. */
interface Description {
  text: string;
}

/**
 * Images, charts and diagrams of one drawing, each as a figure; an image outside the file is a figure without
 * a crop. Text boxes are not searched.
 */
export function readDrawing(
  drawing: XmlElement,
  part: OfficePart,
  { page, box }: FigurePlace = { page: null, box: null },
): FigureBlock[] {
  const figures: FigureBlock[] = [];

  function add(figureId: string, text: string, description: Description): void {
    const lines = [description.text, text].filter((line) => line !== '');
    description.text = '';
    figures.push({ ...placeless, page, box, kind: 'figure', figureId, text: lines.join('\n') });
  }

  function walk(element: XmlElement, outer: Description): void {
    const own = descriptionOf(element);
    const description = own === '' ? outer : { text: own };
    switch (element.name) {
      case 'txbxContent':
        return;
      case 'blip': {
        const id = prefixed(element, 'embed') ?? prefixed(element, 'link');
        if (id !== undefined) add(part.image(id, page), '', description);
        return;
      }
      case 'imagedata':
        add(part.image(prefixed(element, 'id'), page), '', description);
        return;
      case 'chart':
      case 'relIds': {
        const id = prefixed(element, element.name === 'chart' ? 'id' : 'dm');
        const text = element.name === 'chart' ? part.chart(id) : part.diagram(id);
        add(figureIdOf(page, `${part.name} ${id ?? ''}`), text, description);
        return;
      }
      default:
        for (const child of elementsOf(element)) walk(child, description);
    }
  }

  walk(drawing, { text: '' });
  return figures;
}

/** Alternative text, '' for none. VML drawings have it as an attribute. */
function descriptionOf(element: XmlElement): string {
  const properties = elementsOf(element).find(({ name }) => /^nv\w*Pr$/.test(name)) ?? element;
  const named = elementAt(properties, 'docPr') ?? elementAt(properties, 'cNvPr');
  return (attribute(named, 'descr') ?? element.attributes.get('alt') ?? '').trim();
}
