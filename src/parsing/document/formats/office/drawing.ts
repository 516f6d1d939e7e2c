import { type FigureBlock, placeless } from '../../block';
import { figureIdOf } from '../../block-sink';
import { attribute, elementAt, elementsOf, prefixed, type XmlElement } from './element';
import { type OfficePart } from './office-part';

/** Where figures stand; a box only where the drawing tells it. */
export type FigurePlace = Pick<FigureBlock, 'page' | 'box'>;

/** What a drawing says of itself; the first figure in it that says nothing has it. */
interface Description {
  text: string;
}

/**
 * The pictures, charts and diagrams of one drawing, as figures, one for each; a picture outside of the file
 * is one without a crop. What is in text boxes is not looked into.
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

/**
 * The words for people who do not see it, '' where there are none. Older drawings have them as an attribute.
 */
function descriptionOf(element: XmlElement): string {
  const properties = elementsOf(element).find(({ name }) => /^nv\w*Pr$/.test(name)) ?? element;
  const named = elementAt(properties, 'docPr') ?? elementAt(properties, 'cNvPr');
  return (attribute(named, 'descr') ?? element.attributes.get('alt') ?? '').trim();
}
