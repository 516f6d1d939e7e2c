import { type ToolContext, runTool } from '../processes/run-tool';
import { askVersion } from './version';
import { findOnPath } from './find-on-path';
import { pinFile } from './pins';

/** How to call the machine's pip: the program and its first arguments. */
export type Pip = readonly [command: string, ...args: string[]];

/** The pip of this machine, by whichever name it goes; undefined when Python has none. */
export async function findPip(): Promise<Pip | undefined> {
  const ways: Pip[] = [['pip3'], ['pip'], ['python3', '-m', 'pip'], ['python', '-m', 'pip']];
  for (const [command, ...args] of ways) {
    if (findOnPath(command) === undefined) continue;
    const version = await askVersion(command, [...args, '--version'], /pip (\d+)/);
    if (version !== undefined) return [command, ...args];
  }
  return undefined;
}

/**
 * Unpacks the wheels of a pin list into `folder`. pip refuses what has another checksum, has no wheel for the
 * platform, or is not in the list.
 *
 * @param platform pip's name of the platform; default this one
 */
export async function installWheels(
  pip: Pip,
  pins: string,
  folder: string,
  tools: ToolContext,
  platform?: string,
): Promise<void> {
  const [command, ...first] = pip;
  const choices = ['--quiet', '--no-deps', '--only-binary', ':all:', '--require-hashes', '--no-compile'];
  if (platform !== undefined) choices.push('--platform', platform);
  const args = [...first, 'install', ...choices, '--target', folder, '--requirement', pinFile(pins)];
  await runTool(command, args, tools);
}
