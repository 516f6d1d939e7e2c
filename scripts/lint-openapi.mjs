// Checks the OpenAPI document of the sources by the rules of redocly.yaml: a part of `npm run check`.
import { run, writeOpenApiDocument } from './openapi-document.mjs';

const quiet = { REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };

try {
  await run('redocly', ['lint', await writeOpenApiDocument(), '--format=codeframe'], quiet);
} catch (error) {
  console.log(error.message);
  process.exitCode = 1;
}
