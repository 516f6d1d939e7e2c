import { type z } from 'zod';
import { askChat, type ChatEndpoint } from './ask-chat';

/** Question to a chat model, whose answer is one JSON object. */
export interface ChatQuestion<T> {
  instructions: string;
  /** Data of users that the instructions refer to. */
  content: string;
  schema: z.ZodType<T>;
  timeoutMs: number;
}

/** The configured chat model. */
export interface Chat {
  /** Name of the model. */
  model: string;
  /**
   * @throws ModelError, also for an answer that does not fit the schema; the signal's reason once it aborts
   */
  ask<T>(question: ChatQuestion<T>, signal: AbortSignal): Promise<T>;
}

/** The chat model of an endpoint. */
export function chatOf(endpoint: ChatEndpoint): Chat {
  return {
    model: endpoint.model,
    ask: (question, signal) => askChat(endpoint, question, signal),
  };
}
