import path from 'node:path';
import { type ObtainContext, obtain } from '../cache/entry';
import { installGoProgram, requireGo } from './go';
import { fingerprint, pinFile } from './pins';

const program = {
  package: 'github.com/prometheus/prometheus/cmd/promtool@v0.316.0',
  pins: 'promtool.sum',
  // The ways in which Prometheus finds targets, with the libraries of every cloud, are most of its size.
  tags: 'remove_all_sd',
};

/** Path of Prometheus' `promtool` 3 for tests: 3.16.0 from the cache, built with Go when it is missing. */
export async function obtainPromtool(context: ObtainContext): Promise<string> {
  const pins = fingerprint([pinFile(program.pins)]);
  const folder = await obtain(context, {
    name: `promtool-3.16.0-${process.platform}-${process.arch}-${pins}`,
    title: 'promtool 3.16.0 (go, takes minutes)',
    build: async (draft, tools) => {
      const prerequisite = 'Go 1.26.7 or newer';
      requireGo({ server: 'promtool for tests of alerts and dashboards', prerequisite });
      await installGoProgram(program, draft, tools);
    },
  });
  return path.join(folder, 'promtool');
}
