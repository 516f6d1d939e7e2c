import { createReadStream } from 'node:fs';
import { touchValue } from '../found';
import { runPeerProgram } from '../peer-program';
import { loadNpmPeer } from './npm-peers';

/** The part of papaparse that is used here. */
interface Papa {
  parse(
    input: NodeJS.ReadableStream,
    options: {
      chunk: (results: { data: string[][] }) => void;
      complete: () => void;
      error: (error: Error) => void;
    },
  ): void;
}

const papa = loadNpmPeer('papaparse') as Papa;

/** Papaparse streaming, a chunk of records at a time: the faster one of its two streaming ways. */
void runPeerProgram(
  (path, found) =>
    new Promise((resolve, reject) => {
      papa.parse(createReadStream(path, 'utf8'), {
        chunk: ({ data }) => {
          for (const record of data) for (const field of record) touchValue(found, field);
        },
        complete: resolve,
        error: reject,
      });
    }),
);
