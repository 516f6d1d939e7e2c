import { readFileSync } from 'node:fs';
import { EmbeddedFailure } from '../failure';

const headerLengthBytes = 8;

interface TensorEntry {
  dtype: string;
  shape: number[];
  data_offsets: [start: number, end: number];
}

/** Numbers of one weight by its name. */
export type Weights = (name: string) => Float32Array;

/**
 * Reads a checkpoint in the format of safetensors (https://huggingface.co/docs/safetensors): eight bytes with
 * the length of a JSON header, the header, then the numbers.
 *
 * @returns a function that throws EmbeddedFailure for a weight that is missing or not of 32-bit floats
 */
export function readSafetensors(file: string): Weights {
  const bytes = readFileSync(file);
  const dataStart = headerLengthBytes + Number(bytes.readBigUInt64LE(0));
  const header = JSON.parse(bytes.toString('utf8', headerLengthBytes, dataStart)) as Partial<
    Record<string, TensorEntry>
  >;
  return (name) => {
    const entry = header[name];
    if (entry?.dtype !== 'F32') throw new EmbeddedFailure(`${file} has no 32-bit weight ${name}.`);
    const [start, end] = entry.data_offsets;
    // Copied, because the numbers of a file need not begin at a multiple of four.
    const raw = new Uint8Array(bytes.subarray(dataStart + start, dataStart + end));
    return new Float32Array(raw.buffer);
  };
}
