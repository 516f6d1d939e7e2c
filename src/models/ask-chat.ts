import { z } from 'zod';
import { askModelJson, type ModelEndpoint, readAnswer } from './ask-model';

const subject = 'The chat model';
const wrong = 'The chat model did not answer with the JSON that it was asked for.';
const answerBytesMax = 1024 * 1024;

/** An OpenAI-compatible chat endpoint. */
export interface ChatEndpoint extends ModelEndpoint {
  model: string;
}

const completionSchema = z.object({
  choices: z.array(z.object({ message: z.object({ content: z.string() }) })).min(1),
});

/**
 * Asks a chat model for one JSON object.
 *
 * @param question.content data of users that the instructions refer to
 * @throws ModelError, also for an answer that does not fit `schema`; the signal's reason once it aborts
 */
export async function askChat<T>(
  endpoint: ChatEndpoint,
  {
    instructions,
    content,
    schema,
    timeoutMs,
  }: { instructions: string; content: string; schema: z.ZodType<T>; timeoutMs: number },
  signal: AbortSignal,
): Promise<T> {
  const body = {
    model: endpoint.model,
    temperature: 0,
    response_format: { type: 'json_object' },
    messages: [
      { role: 'system', content: instructions },
      { role: 'user', content },
    ],
  };
  const request = { subject, path: '/chat/completions', body, timeoutMs, answerBytesMax };
  const completion = readAnswer(await askModelJson(endpoint, request, signal), completionSchema, wrong);
  return readAnswer(completion.choices[0]!.message.content, schema, wrong);
}
