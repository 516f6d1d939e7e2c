import { type Config } from '../config';
import { createChatDescriber } from './chat-describer';
import { type Describer } from './describer';
import { createLocalDescriber } from './local-describer';

export { type Describer, ModelError } from './describer';

/** The configured chat model, or the local default when none is configured. */
export function createDescriber(
  config: Pick<Config, 'CHAT_BASE_URL' | 'CHAT_API_KEY' | 'CHAT_MODEL'>,
): Describer {
  if (config.CHAT_BASE_URL === undefined || config.CHAT_MODEL === undefined) return createLocalDescriber();
  return createChatDescriber({
    baseUrl: config.CHAT_BASE_URL,
    apiKey: config.CHAT_API_KEY,
    model: config.CHAT_MODEL,
  });
}
