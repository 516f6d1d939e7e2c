import { openTesseractWasm } from '../../src/ocr/tesseract-wasm';

let isBusy = false;

jest.mock('tesseract.js', () => ({
  OEM: { LSTM_ONLY: 1 },
  PSM: { AUTO: '3' },
  createWorker: () =>
    Promise.resolve({
      setParameters: () => (isBusy ? new Promise(() => undefined) : Promise.resolve()),
      terminate: () => Promise.resolve(),
    }),
}));

afterEach(() => {
  jest.useRealTimers();
});

it('gives up a page for which an engine that is busy with the page before has no time', async () => {
  const engine = await openTesseractWasm(null);
  isBusy = true;
  jest.useFakeTimers();
  const pixels = new Uint8Array(4).fill(255);
  const recognised = engine.recognise({ width: 2, height: 2, pixels, dotsPerInch: 0 });
  const outcome = recognised.then(
    () => 'recognised',
    (error: unknown) => (error as Error).message,
  );
  jest.runAllTimers();
  await expect(outcome).resolves.toBe('the page takes too long');
});
