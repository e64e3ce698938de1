import { afterAll, expect, test } from '@jest/globals';
import { correctWhatIsReported } from '../fuzz/all-at-once.ts';
import { startService } from '../setup/service.ts';

const service = await startService();
afterAll(service.close);

const RUNS = 3_000;

test(`correcting exactly what is reported is enough for ${RUNS} jobs with several faults`, async () => {
  await expect(correctWhatIsReported(service, RUNS)).resolves.toBeUndefined();
}, 120_000);
