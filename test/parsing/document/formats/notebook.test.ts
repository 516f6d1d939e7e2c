import { fileReader } from '../file-reader';

const { read } = fileReader();
const png =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

const code = (source: string, ...outputs: object[]) => ({
  cell_type: 'code',
  source: source.split(/(?<=\n)/),
  outputs,
});
const markdown = (source: string, more: object = {}) => ({ cell_type: 'markdown', source, ...more });

async function chunksOf(notebook: object, filename = 'a.ipynb') {
  const { documents, warnings } = await read(JSON.stringify(notebook), filename);
  expect(warnings).toEqual([]);
  expect(documents[0]!.fileType).toBe('ipynb');
  return documents[0]!.chunks.map(({ type, text }) => [type, text]);
}

const notebook = (...cells: object[]) => ({ cells, metadata: {}, nbformat: 4, nbformat_minor: 5 });

it('cells are read in their order: text, code and what it has written', async () => {
  const cells = [
    markdown('# Pumps\n\nWear of *bearings* by hour.'),
    code('hours = 3\nprint(hours)', { output_type: 'stream', name: 'stdout', text: ['3\n', 'done\n'] }),
    { cell_type: 'raw', source: 'A raw cell.' },
    code('1 / 0', {
      output_type: 'error',
      ename: 'ZeroDivisionError',
      evalue: '\u001b[31mdivision by zero\u001b[0m',
      traceback: ['no'],
    }),
  ];
  expect(await chunksOf(notebook(...cells))).toEqual([
    [
      'body',
      'Pumps\n\nWear of bearings by hour.\n\nhours = 3\nprint(hours)\n\n3\ndone\n\nA raw cell.\n\n1 / 0\n\nZeroDivisionError: division by zero',
    ],
  ]);
});

it('a table of an output is a table, not its text', async () => {
  const data = {
    'text/plain': ['   hours\n', '0      3'],
    'text/html': '<table><thead><tr><th>pump<th>hours</thead><tr><td>A<td>3</table>',
  };
  const chunks = await chunksOf(
    notebook(code('frame = read_hours(pumps, unit)', { output_type: 'execute_result', data })),
  );
  expect(chunks).toEqual([
    ['body', 'frame = read_hours(pumps, unit)'],
    ['table', 'pump | hours\nA | 3'],
  ]);
});

it('pictures of outputs and attachments are figures, and no text has their data', async () => {
  const data = { 'text/plain': '<Figure size 640x480 with 1 Axes>', 'image/png': `${png}\n` };
  const attachments = { 'pump.png': { 'image/png': png } };
  const { documents } = await read(
    JSON.stringify(
      notebook(
        code('plot()', { output_type: 'display_data', data }),
        markdown('![a pump](attachment:pump.png)', { attachments }),
      ),
    ),
    'a.ipynb',
  );
  expect(documents[0]!.figures).toMatchObject([{ contentType: 'image/png' }]);
  expect(documents[0]!.chunks.map(({ text }) => text)).toEqual(['plot()', 'a pump']);
});

it('an older notebook has its cells in worksheets, and headings of their own', async () => {
  const cells = [
    { cell_type: 'heading', level: 2, source: 'Wear' },
    { cell_type: 'code', input: 'hours', outputs: [{ output_type: 'pyout', text: ['3'] }] },
  ];
  expect(await chunksOf({ nbformat: 3, worksheets: [{ cells }] })).toEqual([['body', 'Wear\n\nhours\n\n3']]);
});

it('the title is the one that the notebook says', async () => {
  const titled = { ...notebook(markdown('Text.')), metadata: { title: 'Wear of pumps' } };
  const { documents } = await read(JSON.stringify(titled), 'a.ipynb');
  expect(documents[0]!.title).toBe('Wear of pumps');
});

it('a text that a file calls a notebook is read as a text', async () => {
  const { documents } = await read('No cells here.', 'a.ipynb');
  expect(documents[0]).toMatchObject({ fileType: 'txt', text: 'No cells here.' });
});
