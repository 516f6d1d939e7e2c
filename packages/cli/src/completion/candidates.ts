import type { Argument, Command, Option } from 'commander';

/** A word that may follow, with what it means. */
export interface Candidate {
  word: string;
  description: string;
}

/** Looks up the values of an argument, such as the names of collections, by the name of the argument. */
export type ValueSource = (argument: string) => Promise<Candidate[]>;

/**
 * The words that may stand in the place of the last one.
 *
 * @param words words behind the name of the program, the last one as far as it is typed
 * @param valuesOf values of positional arguments; none where files are meant
 */
export async function candidatesFor(
  program: Command,
  words: readonly string[],
  valuesOf: ValueSource,
): Promise<Candidate[]> {
  const typed = words.at(-1) ?? '';
  const { command, argumentCount, open } = placeOf(program, words.slice(0, -1));
  const found = await wordsAt(command, { typed, argumentCount, open, valuesOf });
  return found.filter(({ word }) => word.startsWith(typed));
}

interface Place {
  command: Command;
  /** Positional arguments before the place. */
  argumentCount: number;
  /** Option whose value is expected; null for none. */
  open: Option | null;
}

/** The place behind some words. */
function placeOf(program: Command, before: readonly string[]): Place {
  let command = program;
  let argumentCount = 0;
  let open: Option | null = null;
  for (const word of before) {
    if (open !== null) {
      open = null;
      continue;
    }
    if (word.startsWith('-')) {
      const option = optionsOf(command).find(({ short, long }) => word === short || word === long);
      open = option !== undefined && (option.required || option.optional) ? option : null;
      continue;
    }
    const below = command.commands.find((one) => one.name() === word);
    if (below === undefined) argumentCount += 1;
    else command = below;
  }
  return { command, argumentCount, open };
}

async function wordsAt(
  command: Command,
  { typed, argumentCount, open, valuesOf }: Omit<Place, 'command'> & { typed: string; valuesOf: ValueSource },
): Promise<Candidate[]> {
  if (open !== null) return plain(open.argChoices);
  if (typed.startsWith('-')) {
    const options = optionsOf(command).filter(({ hidden }) => !hidden);
    return options.map(({ long, short, description }) => ({ word: long ?? short!, description }));
  }
  const visible = command.createHelp().visibleCommands(command);
  if (visible.length > 0 && argumentCount === 0)
    return visible.map((one) => ({ word: one.name(), description: one.description() }));
  const argument: Argument | undefined = command.registeredArguments[argumentCount];
  if (argument === undefined) return [];
  return argument.argChoices === undefined ? valuesOf(argument.name()) : plain(argument.argChoices);
}

const plain = (words: readonly string[] | undefined): Candidate[] =>
  (words ?? []).map((word) => ({ word, description: '' }));

/** Options of a command, and those of the commands above it. */
function optionsOf(command: Command): readonly Option[] {
  const own = [...command.options];
  return command.parent === null ? own : [...own, ...optionsOf(command.parent)];
}
