import { type FlowingText, knownPlaces } from './flow';
import { type KnownValues } from './known-values';
import { applyMasks, type Mask, type Masked } from './mask';

/** An element of a document, such as a chunk, as its texts. */
export interface TextsOf<T> {
  element: T;
  texts: FlowingText[];
  /** Masks that are known of the first text. */
  spans: readonly Mask[];
  /** Whether the first text is a table, whose cells stay. */
  isTable: boolean;
}

/** An element and its masked texts, in the order of `texts`. */
export interface MaskedElement<T> {
  element: T;
  masked: Masked[];
}

/** Elements that are held back, so that a value that goes on in later ones is masked in both. */
const heldMax = 16;

/**
 * Masks elements in order, in the memory of one group and some more: a value may go on over as many elements
 * as are held back.
 */
export async function* maskFlowing<T>(
  groups: AsyncIterable<TextsOf<T>[]>,
  known: KnownValues,
): AsyncGenerator<MaskedElement<T>, undefined> {
  /** Elements of the window, with the masks that were found so far of each of their texts. */
  let held: { of: TextsOf<T>; masks: Mask[][] }[] = [];

  function search(): void {
    const places = knownPlaces(
      held.flatMap(({ of }) => of.texts),
      known,
    );
    let at = 0;
    for (const { masks } of held) for (const own of masks) own.push(...places[at++]!);
  }

  for await (const group of groups) {
    held.push(...group.map((of) => ({ of, masks: of.texts.map((_, n) => (n === 0 ? [...of.spans] : [])) })));
    search();
    while (held.length > heldMax) yield maskedOf(held.shift()!);
  }
  for (const last of held) yield maskedOf(last);
  held = [];
  return undefined;
}

function maskedOf<T>({ of, masks }: { of: TextsOf<T>; masks: Mask[][] }): MaskedElement<T> {
  const { element, texts, isTable } = of;
  return {
    element,
    masked: texts.map(({ written }, n) => applyMasks(written, masks[n]!, isTable && n === 0)),
  };
}
