import { createSheaf } from 'sheaf-client';
import { startScriptedService } from './scripted-service';

const fault = { loc: ['body', 'limit'], msg: 'must be at most 100', type: 'less_than_equal' };
const second = { loc: ['body', 'query'], msg: 'is required', type: 'missing' };

test.each([
  ['v3', { detail: [fault, second] }, 'body.limit: must be at most 100. The request has wrong fields.'],
  [
    'v2',
    { error: 'validation_error', message: 'Wrong fields.', details: [fault, second] },
    'body.limit: must be at most 100. Wrong fields.',
  ],
  [
    'product search',
    {
      error: 'VALIDATION_ERROR',
      message: 'Wrong fields.',
      details: [{ path: 'body.limit', code: 'too_big', message: 'Must be at most 100.' }],
    },
    'body.limit: Must be at most 100. Wrong fields.',
  ],
  ['no field', { error: 'collection_not_found', message: 'There is none.', details: null }, 'There is none.'],
])('the message of a refusal begins with the first wrong field: %s', async (_, json, message) => {
  const service = await startScriptedService([{ status: 422, json }]);
  const sheaf = createSheaf({ baseUrl: service.baseUrl, apiKey: 'key' });
  await expect(sheaf.get('/v2/jobs')).rejects.toMatchObject({ message });
  await service.close();
});
