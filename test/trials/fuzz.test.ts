import { describe, expect, test } from '@jest/globals';
import * as fc from 'fast-check';
import { startService } from '../setup/service.ts';
import { anyRequest } from '../fuzz/requests.ts';
import { subjectOf } from '../fuzz/subject.ts';

const service = await startService();

/** The number of requests; `npm run fuzz` sends more, and FUZZ_SEED repeats a run. */
const requests = Number(process.env['FUZZ_REQUESTS'] ?? 2_000);
const seed = Number(process.env['FUZZ_SEED'] ?? Math.trunc(Math.random() * 2 ** 31));
const SHOWN_EACH = 1_000;
const LONGEST = 60_000 + requests * 50;

/** Prints a line that Jest's `--silent` does not hide. */
const say = (text: string) => process.stderr.write(`${text}\n`);

describe('the service', () => {
  test(
    `answers ${requests} generated requests as documented: no 5xx, no undocumented shape, no data of another employer`,
    async () => {
      const subject = await subjectOf(service);
      let count = 0;
      say(`fuzz: ${requests} requests; FUZZ_SEED=${seed} repeats them`);
      await fc.assert(
        fc.asyncProperty(anyRequest, async (request) => {
          count += 1;
          if (requests > SHOWN_EACH * 2 && count % SHOWN_EACH === 0) say(`fuzz: ${count} sent`);
          expect(await subject.faultsAfter(request)).toEqual([]);
        }),
        { numRuns: requests, seed, endOnFailure: false },
      );
      expect(await subject.rivalIsUntouched()).toBe(true);
    },
    LONGEST,
  );
});
