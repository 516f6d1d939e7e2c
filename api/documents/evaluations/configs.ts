import { type EvaluationConfig } from '../../../src/domain/documents/evaluation';
import { querySettings } from '../queries/settings';
import { type CreateEvaluationBody } from '../schemas/evaluations';

/**
 * Reads the configurations of a request, each with its body as it was sent.
 *
 * @throws RequestError `invalid_metadata_filter`
 */
export function readConfigs({ configs }: CreateEvaluationBody, sentBody: unknown): EvaluationConfig[] {
  const { configs: sent } = sentBody as { configs: Record<string, unknown>[] };
  return configs.map((config, index) => {
    const { name, ...body } = sent[index] as { name: string };
    return { name, body, settings: querySettings(config) };
  });
}
