import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

test.each([
  [[], 'Please call <PERSON> on <PHONE> about order <ORDER>.'],
  [['Reply to anna@example.org.'], 'Reply to <EMAIL>.'],
])('the example of the README masks %p', (texts: string[], masked) => {
  const program = ['--import', 'tsx', 'examples/readers/mask-text.mts', ...texts];
  const { stdout, stderr } = spawnSync(process.execPath, program, {
    cwd: join(__dirname, '../../..'),
    encoding: 'utf8',
  });
  expect(stderr).toBe('');
  expect(stdout.trimEnd()).toBe(masked);
});
