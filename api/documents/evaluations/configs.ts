import { type EvaluationConfig } from '../../../src/domain/documents/evaluation';
import { type DocumentErrorCode } from '../../../src/domain/documents/errors';
import { type QueryEngine } from '../../../src/retrieval';
import { Refusal } from '../../../src/domain/platform/refusal';
import { querySettings } from '../queries/settings';
import { type CreateEvaluationBody } from './schema';

/**
 * Reads the configurations of a request, each with its body as it was sent.
 *
 * @throws Refusal `invalid_metadata_filter`, `rerank_model_not_configured`
 */
export function readConfigs(
  queryEngine: Pick<QueryEngine, 'canRerank'>,
  { configs }: CreateEvaluationBody,
  sentBody: unknown,
): EvaluationConfig[] {
  const { configs: sent } = sentBody as { configs: Record<string, unknown>[] };
  return configs.map((config, index) => {
    const { name, ...body } = sent[index] as { name: string };
    const settings = querySettings(config);
    const model = settings.rerank?.model ?? null;
    if (model !== null && !queryEngine.canRerank(model))
      throw new Refusal<DocumentErrorCode>('rerank_model_not_configured', {
        message: `The rerank model '${model}' of configuration '${name}' is not configured in this installation.`,
        details: { model, config: name },
      });
    return { name, body, settings };
  });
}
