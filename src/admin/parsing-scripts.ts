import { readFileSync } from 'node:fs';
import jsonata from 'jsonata';
import { CommandError } from '../command-errors';
import { type Stores } from '../stores';
import { parsingScriptCharsMax } from '../stores/documents/parsing-scripts';
import { requireOrganization } from './tenant';

type ScriptStores = Pick<Stores, 'organizations' | 'parsingScripts'>;

/** Stores an expression; it replaces one of the same name. @throws CommandError */
export async function putParsingScript(
  { organizations, parsingScripts }: ScriptStores,
  { organization, name, expression }: { organization: string; name: string; expression: string },
): Promise<{ organization: string; name: string }> {
  await parsingScripts.put(await requireOrganization(organizations, organization), name, expression);
  return { organization, name };
}

/** @throws CommandError */
export async function listParsingScripts(
  { organizations, parsingScripts }: ScriptStores,
  organization: string,
): Promise<{ organization: string; names: string[] }> {
  const organizationId = await requireOrganization(organizations, organization);
  return { organization, names: await parsingScripts.names(organizationId) };
}

/** @throws CommandError */
export async function removeParsingScript(
  { organizations, parsingScripts }: ScriptStores,
  { organization, name }: { organization: string; name: string },
): Promise<{ organization: string; name: string }> {
  const organizationId = await requireOrganization(organizations, organization);
  if (!(await parsingScripts.remove(organizationId, name)))
    throw new CommandError(`No parsing script is called ${name}.`);
  return { organization, name };
}

/** Reads a JSONata expression from a file. @throws CommandError */
export function readExpression(file: string): string {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch {
    throw new CommandError(`${file} cannot be read.`);
  }
  if (text.length > parsingScriptCharsMax)
    throw new CommandError(`${file} is longer than ${parsingScriptCharsMax} characters.`);
  try {
    jsonata(text);
  } catch (error) {
    throw new CommandError(
      `${file} is no JSONata expression: ${(error as { message?: string }).message ?? ''}`,
    );
  }
  return text;
}
