import { expect, test } from '@jest/globals';
import { bareEnvironment } from '../setup/local-start.ts';
import { projectRoot, run } from '../setup/starts.ts';

test('npm run test:handlers passes without an engine and a service', async () => {
  const env = bareEnvironment();
  const { stderr } = await run('npm', ['run', 'test:handlers', '--', 'get-job'], { cwd: projectRoot, env });
  expect(stderr).toContain('PASS test/handlers/get-job.test.ts');
});
