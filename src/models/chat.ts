import { type z } from 'zod';
import { askChat, type ChatEndpoint } from './ask-chat';

/** Question to a chat model, which answers with one JSON object. */
export interface ChatQuestion<T> {
  instructions: string;
  /** Data of users that the instructions speak of. */
  content: string;
  schema: z.ZodType<T>;
  timeoutMs: number;
}

/** Chat model of the installation. */
export interface Chat {
  /** Name of the model. */
  model: string;
  /** @throws ModelError, also for an answer of another shape; the signal's reason once it is aborted */
  ask<T>(question: ChatQuestion<T>, signal: AbortSignal): Promise<T>;
}

/** Chat model behind an endpoint. */
export function chatOf(endpoint: ChatEndpoint): Chat {
  return {
    model: endpoint.model,
    ask: (question, signal) => askChat(endpoint, question, signal),
  };
}
