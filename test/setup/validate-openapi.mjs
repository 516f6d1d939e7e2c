// Reads an OpenAPI document on standard input; exit code 1 and the faults on standard output when it is not
// valid. A program of its own because the validator is an ES module, which Jest does not load.
import { Validator } from '@seriousme/openapi-schema-validator';
import { text } from 'node:stream/consumers';

const validator = new Validator();
const { valid, errors } = await validator.validate(JSON.parse(await text(process.stdin)));
if (!valid) {
  console.log(JSON.stringify(errors, null, 1));
  process.exitCode = 1;
} else {
  console.log(`valid OpenAPI ${validator.version}`);
}
