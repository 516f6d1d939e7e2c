import { type Command } from 'commander';
import { readResealKeys } from '../../config';
import { createSealer, sealingKeys } from '../../signing/sealed-text';
import { withStores } from '../connections';
import { printing } from '../print-answer';
import { resealedSentence, resealSecrets } from '../secrets';
import { readsVariables } from '../variables';

/** `secrets`: sealed texts in MongoDB. */
export function addSecretCommands(program: Command): void {
  const secrets = program.command('secrets').description('Secrets that MongoDB holds sealed.');
  const reseal = secrets
    .command('reseal')
    .summary('seal all secrets with the present key')
    .description(
      'Seals all secrets with the present key, the first one of CREDENTIALS_KEYS, else SIGNING_KEY: webhook secrets, ' +
        'secrets of tokens and of audit logs of product search, credentials of syncs and of jobs that have not ended, ' +
        'keys of masking reports. All keys of the variables below open. It may be interrupted and run again.',
    )
    .action(
      printing(
        async () => {
          const sealer = createSealer(sealingKeys(readResealKeys()));
          return withStores((stores) => resealSecrets(stores, sealer));
        },
        (resealed) => [resealedSentence(resealed)],
      ),
    );
  readsVariables(reseal, 'MONGODB_URL', 'DATA_DIR', 'SIGNING_KEY', 'CREDENTIALS_KEYS', 'FORMER_KEYS');
}
