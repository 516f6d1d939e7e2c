import { localModels } from './local-models';

/**
 * Languages that a model was trained on, as BCP-47 tags without a region; null for a hosted model, whose
 * languages are unknown.
 *
 * @param model id of an embedder
 */
export function coveredLanguages(model: string): ReadonlySet<string> | null {
  return localModels.find(({ id }) => id === model)?.languages ?? null;
}
