import { bundleWorkflowCode, DefaultLogger } from '@temporalio/worker';
import { workflowSources } from '../../src/temporal/workflow-code';
import * as workflows from '../../workflows';

/** It has 709 kB, nearly all of them the SDK's; a schema library or a driver would show. */
const bundleBytesMax = 750_000;

describe('the workflow bundle', () => {
  it('holds exactly the workflows that may be started', () => {
    expect(Object.keys(workflows).sort()).toEqual([
      'collector',
      'documentRetention',
      'documentSweep',
      'evaluation',
      'indexBuild',
      'indexDelete',
      'indexImport',
      'indexJob',
      'indexWrite',
      'parseJob',
      'platformRetention',
      'productSweep',
      'rollback',
      'sourceSync',
      'titleVectors',
      'webhookDelivery',
      'webhookRecovery',
      'webhookSweep',
    ]);
  });

  it('holds no more than decisions: the domain and the SDK', async () => {
    const { code } = await bundleWorkflowCode({
      ...workflowSources,
      logger: new DefaultLogger('ERROR'),
    });
    const withoutSourceMap = code.replace(/\n\/\/# sourceMappingURL=.*$/s, '');
    expect(Buffer.byteLength(withoutSourceMap)).toBeLessThan(bundleBytesMax);
    // From the sources, or as `npm test` has compiled them.
    const modules = [...withoutSourceMap.matchAll(/^\/\*\*\*\/ "\.\/(?:dist\/)?([^"]+)"/gm)].map(
      (match) => match[1]!,
    );
    const ours = modules.filter((path) => !path.includes('node_modules'));
    expect(ours.map((path) => path.replace(/\.[jt]s$/, ''))).toContain('workflows/documents/parse-job');
    expect(ours.filter((path) => !/^(workflows|src\/domain)\//.test(path))).toEqual([]);
  });
});
