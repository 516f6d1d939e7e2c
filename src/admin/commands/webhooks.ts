import { type Command } from 'commander';
import { UsageError } from '../../command-errors';
import { withStores } from '../connections';
import { readTime } from '../options';
import { counted, printing } from '../print-answer';
import { readsVariables } from '../variables';
import { cancelMessage, cancelMessages, recoverMessages, resendMessage } from '../webhooks';

const endpointHelp = 'id of the endpoint, whe_…';
const messageHelp = 'id of the message, msg_…';

/** `webhooks`: deliveries of messages to endpoints. */
export function addWebhookCommands(program: Command): void {
  const webhooks = program.command('webhooks').description('Deliveries of messages to webhook endpoints.');
  webhooks
    .command('resend')
    .summary('send a message again')
    .description('Sends a message again, also one whose delivery has ended.')
    .argument('<message-id>', messageHelp)
    .action(
      printing(
        (messageId: string) => withStores((stores) => resendMessage(stores, messageId)),
        ({ message_id }) => [`${message_id} is sent again within about a minute.`],
      ),
    );
  webhooks
    .command('cancel')
    .summary('end deliveries')
    .description(
      'Ends the delivery of a message, or with --endpoint those of all messages to an endpoint, as failed with the ' +
        'reason cancelled. No attempt begins any more; one that is under way may still be accepted.',
    )
    .argument('[message-id]', messageHelp)
    .option('--endpoint <id>', endpointHelp)
    .action(printing(cancel, cancelledLines));
  webhooks
    .command('recover')
    .summary('send failed messages again')
    .description('Sends all messages again whose deliveries to an endpoint failed within a span.')
    .requiredOption('--endpoint <id>', endpointHelp)
    .option('--since <time>', 'begin, ISO 8601, UTC unless it says otherwise (default: 7 days ago)', readTime)
    .option('--until <time>', 'end, ISO 8601, UTC unless it says otherwise (default: now)', readTime)
    .action(
      printing(
        ({ endpoint, ...span }: { endpoint: string; since?: Date; until?: Date }) =>
          withStores((stores) => recoverMessages(stores, endpoint, span)),
        ({ endpoint_id, messages }) => [
          `${counted(messages, 'message')} to ${endpoint_id}: sent again from about a minute on, ten a second.`,
        ],
      ),
    );
  for (const command of webhooks.commands) {
    command.addHelpText('after', '\nThe running service acts within about a minute.');
    readsVariables(command, 'MONGODB_URL', 'DATA_DIR');
  }
}

type Cancelled = { message_id: string } | { endpoint_id: string; messages: number };

async function cancel(
  messageId: string | undefined,
  { endpoint }: { endpoint?: string },
): Promise<Cancelled> {
  if (messageId !== undefined && endpoint === undefined)
    return withStores((stores) => cancelMessage(stores, messageId));
  if (messageId === undefined && endpoint !== undefined)
    return withStores((stores) => cancelMessages(stores, endpoint));
  throw new UsageError('cancel takes a message id or --endpoint.');
}

function cancelledLines(answer: Cancelled): string[] {
  return 'message_id' in answer
    ? [`The delivery of ${answer.message_id} ends within about a minute.`]
    : [
        `The deliveries of ${counted(answer.messages, 'message')} to ${answer.endpoint_id} end within about a minute.`,
      ];
}
