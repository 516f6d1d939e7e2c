import { obtainTimeoutMs } from '../setup/embedding-model';
import { startStack } from '../setup/stack';
import { type Stack } from '../setup/stack-parts';
import { type ExampleFolder, exampleFolder } from './run-example';

let stack: Stack;
let folder: ExampleFolder;
beforeAll(async () => {
  stack = await startStack();
  folder = exampleFolder({ SHEAF_URL: stack.api.baseUrl, SHEAF_API_KEY: stack.key.text });
}, obtainTimeoutMs);
afterAll(async () => {
  folder.remove();
  await stack.close();
});

test('the requests of the pages about masking and syncs do what their comments say', async () => {
  const container = await stack.container();
  await container.put({ 'hr/leave.txt': 'Leave is asked for in March.', 'it/mail.txt': 'Mail is read.' });
  const names = [
    'requests/setup',
    'documents/index-masked',
    'documents/set-masking-bound',
    'documents/follow-container',
  ];
  const file = (name: string) => `examples/${name}.sh`;
  const { container: name, account_name: account, account_key: key } = container.source;
  const printed = await folder.paste(names.map(file), {
    AZURE_CONTAINER: name,
    AZURE_ACCOUNT: account,
    AZURE_KEY: key,
  });
  const linesOf = (of: string) => (printed[file(of)] ?? '').trim().split('\n');
  const [masked, report] = linesOf('documents/index-masked');
  expect(masked).toBe('completed');
  expect(JSON.parse(report!)).toMatchObject({ totals: { BADGE: 1, PERSON: 1 } });
  const [bounds] = linesOf('documents/set-masking-bound');
  const wider = expect.objectContaining({ tag: 'PERSON', bound: 'wider' }) as unknown;
  expect(JSON.parse(bounds!)).toEqual({ bounds: expect.arrayContaining([wider]) as unknown });
  const [sync, backfilled] = linesOf('documents/follow-container');
  expect(JSON.parse(sync!)).toMatchObject({ sync_state: 'backfilling', prefix: 'hr/' });
  expect(backfilled).toBe('completed');
  expect(Object.values(await stack.texts())).toHaveLength(2);
});
