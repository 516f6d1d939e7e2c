import { Argument, Command } from 'commander';
import { createSheaf, listItems, type Sheaf } from 'sheaf-client';
import { candidatesFor, type Candidate } from '../completion/candidates.js';
import { completionScripts, type Shell, shells } from '../completion/scripts.js';
import { firstItems } from '../first-items.js';
import { givenLogin } from '../given-login.js';
import { shownText } from '../terminal-table.js';

/** Longest time that a key press waits for the service, in milliseconds. */
const waitMs = 1_500;
/** Names that are offered at most. */
const namesMax = 200;

/** `sheaf completion`: writes the script by which a shell completes commands, options and names. */
export const completionCommand = (): Command =>
  new Command('completion')
    .description('Write the script by which a shell completes commands, options and names')
    .addArgument(new Argument('<shell>').choices(shells))
    .addHelpText(
      'after',
      `
Add a line to the file that the shell reads at its start:
  bash, in ~/.bashrc:                     source <(sheaf completion bash)
  zsh, in ~/.zshrc after compinit:        source <(sheaf completion zsh)
  fish, in ~/.config/fish/config.fish:    sheaf completion fish | source`,
    )
    .action((shell: Shell) => {
      process.stdout.write(completionScripts[shell]);
    });

/** `sheaf complete`: what may follow some words, for the scripts of `sheaf completion`. */
export const completeCommand = (): Command =>
  new Command('complete').argument('[words...]').action(async (words: string[], _, command: Command) => {
    const found = await candidatesFor(command.parent!, words, namesOf);
    const lines = found.map(({ word, description }) => `${shownText(word)}\t${shownText(description)}\n`);
    process.stdout.write(lines.join(''));
  });

/** Names of an argument that the service knows. None where it does not answer, or for another argument. */
async function namesOf(argument: string): Promise<Candidate[]> {
  const list = Object.hasOwn(lists, argument) ? lists[argument] : undefined;
  if (list === undefined) return [];
  try {
    const login = givenLogin();
    if (login === null) return [];
    const sheaf = createSheaf({ baseUrl: login.url, apiKey: login.apiKey, retries: 0, timeoutMs: waitMs });
    return await list(sheaf);
  } catch {
    return [];
  }
}

const lists: Record<string, (sheaf: Sheaf) => Promise<Candidate[]>> = {
  collection: async (sheaf) =>
    (await firstItems(listItems(sheaf, '/v2/collections'), namesMax)).map((one) => ({
      word: one.collection_name,
      description: `${one.document_count} documents`,
    })),
  index: async (sheaf) =>
    (await firstItems(listItems(sheaf, '/v1/indexes'), namesMax)).map((one) => ({
      word: one.name,
      description: `${one.records.served} records`,
    })),
};
