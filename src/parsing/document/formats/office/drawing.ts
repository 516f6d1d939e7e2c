import { type FigureBlock, placeless } from '../../block';
import { figureIdOf } from '../../block-sink';
import { attribute, findAll, prefixed, type XmlElement } from './element';
import { type OfficePart } from './office-part';

/** Where figures stand; a box only where the drawing tells it. */
export type FigurePlace = Pick<FigureBlock, 'page' | 'box'>;

/** The pictures, charts and diagrams of one drawing, as figures. */
export function readDrawing(
  drawing: XmlElement,
  part: OfficePart,
  { page, box }: FigurePlace = { page: null, box: null },
): FigureBlock[] {
  const [properties] = findAll(drawing, 'docPr', 'cNvPr');
  const description = (attribute(properties, 'descr') ?? '').trim();
  const figure = (figureId: string, text: string): FigureBlock => ({
    ...placeless,
    page,
    box,
    kind: 'figure',
    figureId,
    text: [description, text].filter((line) => line !== '').join('\n'),
  });
  const figures: FigureBlock[] = [];
  for (const shape of findAll(drawing, 'blip', 'imagedata', 'chart', 'relIds')) {
    if (shape.name === 'blip') {
      const id = prefixed(shape, 'embed');
      if (id !== undefined) figures.push(figure(part.image(id, page), ''));
    } else if (shape.name === 'imagedata') {
      figures.push(figure(part.image(prefixed(shape, 'id'), page), ''));
    } else {
      const id = prefixed(shape, shape.name === 'chart' ? 'id' : 'dm');
      const text = shape.name === 'chart' ? part.chart(id) : part.diagram(id);
      figures.push(figure(figureIdOf(page, `${part.name} ${id ?? ''}`), text));
    }
  }
  return figures;
}
