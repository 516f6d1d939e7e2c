import { type FlowingText, knownPlaces } from './flow';
import { type KnownValues } from './known-values';
import { type NearPlace } from '../domain/documents/masking';
import { type NearSpan } from '../privacy';
import { applyMasks, type Mask, type Masked, placesInMasked } from './mask';

/** Element of a document, such as a chunk, with its texts. */
export interface TextsOf<T> {
  element: T;
  texts: FlowingText[];
  /** Masks of the first text that are known before the search. */
  spans: readonly Mask[];
  /** Places of the first text that are nearly masked, sorted, without overlaps. */
  near: readonly NearSpan[];
  /** Whether the first text is a table, whose cells must be kept. */
  isTable: boolean;
}

/** Element with its masked texts, in the order of `texts`. */
export interface MaskedElement<T> {
  element: T;
  masked: Masked[];
  /** Places in the first masked text that were nearly masked. */
  near: NearPlace[];
}

/**
 * Number of elements in the window. A value that spans several elements of the window is masked in all of
 * them.
 */
const heldMax = 16;

/**
 * Masks elements in order. Memory holds one group and the window; a value can span as many elements as the
 * window has.
 */
export async function* maskFlowing<T>(
  groups: AsyncIterable<TextsOf<T>[]>,
  known: KnownValues,
): AsyncGenerator<MaskedElement<T>, undefined> {
  /** Elements of the window, with the masks found so far for each of their texts. */
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
  const { element, texts, near, isTable } = of;
  const masked = texts.map(({ written }, n) => applyMasks(written, masks[n]!, isTable && n === 0));
  return { element, masked, near: placesInMasked(near, masked[0]!.spans) };
}
