import { type FigureBlock, placeless } from '../../block';
import { figureIdOf } from '../../block-sink';
import { attribute, elementsOf, type XmlElement } from './element';
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
      case 'w:txbxContent':
        return;
      case 'a:blip': {
        const id = element.attributes.get('r:embed') ?? element.attributes.get('r:link');
        if (id !== undefined) add(part.image(id, page), '', description);
        return;
      }
      case 'v:imagedata': {
        const id = element.attributes.get('r:id') ?? element.attributes.get('o:relid');
        add(part.image(id, page), '', description);
        return;
      }
      case 'c:chart':
      case 'cx:chart': {
        const id = element.attributes.get('r:id');
        add(figureIdOf(page, `${part.name} ${id ?? ''}`), part.chart(id), description);
        return;
      }
      case 'dgm:relIds': {
        const id = element.attributes.get('r:dm');
        add(figureIdOf(page, `${part.name} ${id ?? ''}`), part.diagram(id), description);
        return;
      }
      default:
        for (const child of elementsOf(element)) walk(child, description);
    }
  }

  walk(drawing, { text: '' });
  return figures;
}

/** Properties of a shape and its name, which each vocabulary of shapes has for itself. */
const PROPERTIES = /^\w+:nv\w*Pr$/;
const NAMED = /^\w+:(?:docPr|cNvPr)$/;

/** Alternative text, '' for none. VML drawings have it as an attribute. */
function descriptionOf(element: XmlElement): string {
  const properties = elementsOf(element).find(({ name }) => PROPERTIES.test(name)) ?? element;
  const named = elementsOf(properties).find(({ name }) => NAMED.test(name));
  return (attribute(named, 'descr') ?? element.attributes.get('alt') ?? '').trim();
}
