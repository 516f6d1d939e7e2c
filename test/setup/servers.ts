import { type TestServers, readVariables } from '../../embedded/test-server-variables';
import { findTestServers } from '../../embedded/test-servers-file';

/**
 * Addresses of the real servers that a test runs against: those of `npm test`, else those that `npm run
 * servers` keeps up.
 *
 * @throws Error that says how to start them
 */
export function servers(): TestServers {
  const { temporal, ...named } = readVariables();
  const running = {
    ...findTestServers(),
    ...(temporal && { temporalAddress: temporal.address, temporalUiUrl: temporal.uiUrl }),
    ...named,
  };
  if (isComplete(running)) return running;
  throw new Error(
    'The test servers are not running: use `npm test -- <path>`, or keep them up with `npm run servers`.',
  );
}

function isComplete(running: Partial<TestServers>): running is TestServers {
  const { temporalAddress, mongodbUrl, elasticsearchUrl, temporalTestServer, s3 } = running;
  return [temporalAddress, mongodbUrl, elasticsearchUrl, temporalTestServer, s3].every(
    (value) => value !== undefined,
  );
}
