import { expect, test } from '@jest/globals';

process.env['METRICS_NAMESPACE'] = 'JobPostingService/test';
process.env['METRICS'] = 'runs failed';
const { metered } = await import('../../../functions/platform/log.ts');

test('a log line contains only the metrics that METRICS lists', () => {
  const line = metered(['runs', 'failed', 'readUnits'], new Date(0));
  expect(line).toMatchObject({
    _aws: { CloudWatchMetrics: [{ Metrics: [{ Name: 'runs' }, { Name: 'failed' }] }] },
  });
});

test('a log line without a listed metric is not in the metric format of CloudWatch', () => {
  expect(metered(['readUnits'], new Date(0))).toBeUndefined();
});
