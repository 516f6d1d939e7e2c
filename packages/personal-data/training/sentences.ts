import type { Filling, Piece } from './filling';
import { SLOTS } from './slots';

const choice = /\[([^[\]]*)\]/g;
const slot = /\{(\w+)\}/;

/**
 * A sentence of a template: each choice taken, each slot filled. Braces that are meant are written `⦃` and
 * `⦄`.
 */
export function fillTemplate(template: string, filling: Filling): Piece[] {
  const chosen = template.replaceAll(choice, (_, options: string) => filling.dice.pick(options.split('|')));
  return chosen.split(slot).flatMap((part, index): readonly Piece[] => {
    if (index % 2 === 0) return [{ text: part.replaceAll('⦃', '{').replaceAll('⦄', '}'), label: 'O' }];
    const fill = SLOTS[part];
    if (fill === undefined) throw new Error(`No slot ${part} in: ${template}`);
    const filled = fill(filling);
    return typeof filled === 'string' ? [{ text: filled, label: 'O' }] : filled;
  });
}
