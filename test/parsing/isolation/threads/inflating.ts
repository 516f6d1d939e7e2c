import '../../../../src/parsing/isolation/thread-setup';
import { parentPort } from 'node:worker_threads';
import { createInflateRaw } from 'node:zlib';
import { kernelThreadId } from '../../../../src/parsing/isolation/thread-clock';

/** A thread that creates streams of zlib without end. */
parentPort!.postMessage({ type: 'ready', kernelId: kernelThreadId() });
for (;;) createInflateRaw();
