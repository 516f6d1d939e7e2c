import { Argument, type Command } from 'commander';
import { withStores } from '../connections';
import { type FeatureName, featureNames, type FeatureState, listFeatures, setFeature } from '../features';
import { organizationOption } from '../options';
import { printing, tableLines } from '../print-answer';
import { readsVariables } from '../variables';

interface Options {
  organization: string;
}

const featureHelp = `
Features, off by default:
  settings-rebuild    PUT /v1/indexes/{index}/settings?rebuild=true starts the
                      build that a change needs. While it is off, such a request
                      is refused with FIELD_NEEDS_REBUILD.
  webhook-permission  Webhooks are managed by keys with the permission webhooks,
                      each endpoint by those of its environment. While it is
                      off, any key of the organization manages all endpoints.`;

/** `features`: features that operators enable for an organization. */
export function addFeatureCommands(program: Command): void {
  const features = program.command('features').description('Features of organizations.');
  features
    .command('list')
    .summary('list features and their states')
    .description('Lists all features, and whether they are enabled for an organization.')
    .action(
      printing(
        ({ organization }: Options) => withStores((stores) => listFeatures(stores, organization)),
        listLines,
      ),
    );
  addSet(features, 'enable', true)
    .summary('enable a feature')
    .description('Enables a feature for an organization.');
  addSet(features, 'disable', false)
    .summary('disable a feature')
    .description('Disables a feature for an organization.');
  for (const command of features.commands) {
    command.addOption(organizationOption().makeOptionMandatory());
    readsVariables(command, 'MONGODB_URL', 'DATA_DIR').addHelpText('after', featureHelp);
  }
}

function addSet(features: Command, verb: string, enabled: boolean): Command {
  return features
    .command(verb)
    .addArgument(new Argument('<feature>', 'name of the feature').choices(featureNames))
    .action(
      printing(
        (feature: FeatureName, { organization }: Options) =>
          withStores((stores) => setFeature(stores, { feature, organization, enabled })),
        (state) => [`${state.feature} is ${wordOf(state)} for ${state.organization}.`],
      ),
    );
}

const wordOf = ({ enabled }: FeatureState) => (enabled ? 'enabled' : 'disabled');

function listLines({ features }: { features: FeatureState[] }): string[] {
  return tableLines(
    ['FEATURE', 'STATE'],
    features.map((state) => [state.feature, wordOf(state)]),
  );
}
