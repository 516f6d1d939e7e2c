import { openTesseractWasm } from '../../src/ocr/tesseract-wasm';

afterEach(() => {
  jest.useRealTimers();
});

it('gives up a page for which an engine that is busy with the page before has no time', async () => {
  const engine = await openTesseractWasm(null);
  try {
    jest.useFakeTimers();
    const image = { width: 2, height: 2, pixels: new Uint8Array(4).fill(255), dotsPerInch: 0 };
    // Neither has begun when time is over: the engine answers on a thread of its own.
    const pages = Promise.allSettled([engine.recognise(image), engine.recognise(image)]);
    jest.runAllTimers();
    const late = { status: 'rejected', reason: new Error('the page takes too long') };
    expect(await pages).toEqual([late, late]);
  } finally {
    await engine.close();
  }
});
