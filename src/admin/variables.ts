import { type Command } from 'commander';

const ofRunningStack = "default: the running stack's";

/** Environment variables of commands, with their defaults. */
const VARIABLES = {
  MONGODB_URL: `MongoDB of the service (${ofRunningStack})`,
  ELASTICSEARCH_URL: `Elasticsearch of the service (${ofRunningStack})`,
  TEMPORAL_ADDRESS: `Temporal, host:port (${ofRunningStack})`,
  TEMPORAL_NAMESPACE: 'namespace of Temporal (default: default)',
  TEMPORAL_DEPLOYMENT_NAME: 'Worker Deployment of the workers (required)',
  DATA_DIR: 'folder of the running stack (default: .data)',
  SIGNING_KEY: 'key of the service (required)',
  CREDENTIALS_KEYS: 'keys of the service, comma-separated',
  FORMER_KEYS: 'earlier keys, comma-separated; they only open',
  'EMBEDDING_…': 'embedding model, as for the service (default: local)',
} as const;

/** Adds a section on the environment variables of a command to its help. */
export function readsVariables(command: Command, ...names: readonly (keyof typeof VARIABLES)[]): Command {
  const width = Math.max(...names.map((name) => name.length));
  const lines = names.map((name) => `  ${name.padEnd(width)}  ${VARIABLES[name]}`);
  return command.addHelpText('after', ['', 'Environment variables:', ...lines].join('\n'));
}
