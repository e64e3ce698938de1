import { expect, test } from '@jest/globals';
import { correctWhatIsReported } from '../fuzz/all-at-once.ts';
import { jobsInMemory } from '../setup/jobs-in-memory.ts';

const RUNS = 3_000;

test(`correcting exactly what is reported is enough for ${RUNS} jobs with several faults`, async () => {
  await expect(correctWhatIsReported(jobsInMemory({ plan: 'unlimited' }), RUNS)).resolves.toBeUndefined();
});
