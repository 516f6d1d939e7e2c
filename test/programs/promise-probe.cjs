'use strict';
// Loaded into a program before it starts: tells at the end whether Node watched its promises (`async_hooks`).
// A promise that is watched has an id of its own, while it goes on; without that there is none.
const { executionAsyncId } = require('node:async_hooks');
const { isMainThread } = require('node:worker_threads');

const everyMs = 50;

if (isMainThread) {
  let watched = false;
  const look = async () => {
    await null;
    watched ||= executionAsyncId() !== 0;
  };
  setInterval(() => void look(), everyMs).unref();
  process.on('exit', () => process.stdout.write(`promises were ${watched ? '' : 'not '}watched\n`));
}
