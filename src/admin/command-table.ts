import { type Command } from 'commander';
import { adminProgram } from './program';

/** Command with an action, under its full name. */
export interface NamedCommand {
  /** Noun and verb: `keys create`. */
  name: string;
  command: Command;
}

/** All commands, in the order of the help. */
export function allCommands(): NamedCommand[] {
  return adminProgram().commands.flatMap((noun) =>
    noun.commands.map((command) => ({ name: `${noun.name()} ${command.name()}`, command })),
  );
}

/** All commands as a Markdown table; `npm run docs` writes it to docs/operations.md. */
export function commandTable(): string {
  const rows = allCommands().map(({ name, command }) => `| \`${name}\` | ${command.summary()} |`);
  return ['| Command | Does |', '|---|---|', ...rows].join('\n');
}
