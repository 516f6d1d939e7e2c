import { type TestServers, readVariables } from '../../embedded/test-server-variables';
import { findTestServers } from '../../embedded/test-servers-file';

/**
 * Addresses of the real servers that a test runs against: those of `npm test`, else those that `npm run servers`
 * keeps up.
 *
 * @throws Error that says how to start them
 */
export function servers(): TestServers {
  const named = { ...findTestServers(), ...readVariables() };
  if (isComplete(named)) return named;
  throw new Error(
    'The test servers are not running: use `npm test -- <path>`, or keep them up with `npm run servers`.',
  );
}

function isComplete(named: Partial<TestServers>): named is TestServers {
  const { temporalAddress, temporalUiUrl, mongodbUrl, elasticsearchUrl, temporalTestServer, s3 } = named;
  return [temporalAddress, temporalUiUrl, mongodbUrl, elasticsearchUrl, temporalTestServer, s3].every(
    (value) => value !== undefined,
  );
}
