/**
 * A failure that the person at the terminal can act on: its message is one sentence that needs no stack
 * trace.
 */
export class EmbeddedFailure extends Error {
  override readonly name = 'EmbeddedFailure';
}

/** Facts about a server that cannot be had, for the person who reads the failure. */
export interface MissingServer {
  /** Name for people, such as `MongoDB`. */
  server: string;
  /** The obstacle, such as `pip is not on the PATH`. */
  reason: string;
  /** Variable of the configuration that takes an address (or a path) instead; undefined where there is none. */
  setting?: string;
  /** Binary that would do, with its versions, such as `mongod 6.0 or newer`; undefined when none can. */
  binary?: string;
  /** Software to install so that the server can be obtained, such as `Python 3 with pip`. */
  prerequisite: string;
}

/** The one sentence for a server that is missing: what is, and each way to get it. */
export function missingServer(missing: MissingServer): EmbeddedFailure {
  const ways = [
    ...(missing.setting === undefined
      ? []
      : [`set ${missing.setting}${inTests(missing.setting)} to one of your own`]),
    ...(missing.binary === undefined ? [] : [`put ${missing.binary} on the PATH`]),
    `install ${missing.prerequisite} so that it can be obtained`,
  ];
  const last = ways.pop()!;
  const choice = ways.length === 0 ? last : `${ways.join(', ')}, or ${last}`;
  return new EmbeddedFailure(`${missing.server} is missing because ${missing.reason}: ${choice}.`);
}

/** Tests have settings of their own, so that they never run against data of a user. */
function inTests(setting: string): string {
  return setting.startsWith('TEST_') ? '' : ` (for tests TEST_${setting})`;
}
