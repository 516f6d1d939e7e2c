import { localModel } from './local-embedder';

const localLanguages: ReadonlySet<string> = new Set(['en']);

/**
 * Languages whose meaning a model knows, as BCP-47 tags without a region; null for a hosted model, of which
 * nothing is known.
 *
 * @param model id of an embedder
 */
export function coveredLanguages(model: string): ReadonlySet<string> | null {
  return model === localModel.id ? localLanguages : null;
}
