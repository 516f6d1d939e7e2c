// Writes the parts of the client that follow from the API, into a folder that is named or over the sources.
import { writeClientTypes } from './openapi-document.mjs';

await writeClientTypes(process.argv[2]);
