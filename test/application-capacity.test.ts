import { afterAll, expect, jest, test } from '@jest/globals';
import { lambdaContext } from '../bin/local/lambda.ts';
import type { Usage } from '../functions/platform/dynamodb/database.ts';
import { createDocumentClient } from '../functions/platform/document-client.ts';
import { applicationKeys, causedMailPartition, mailPartitions } from '../functions/applications/keys.ts';
import { APPLICATIONS_PER_RECRUITING_PAGE } from '../schemas/application-limits.ts';
import { letter } from './bench/sample-job.ts';
import { writeItems } from './bench/write-items.ts';
import { aJob } from './setup/a-job.ts';
import { apply, pdfOfSize, uploadFile } from './setup/an-application.ts';
import { applicationsInTable } from './setup/applications-in-table.ts';
import { postingLink } from './setup/public-pages.ts';
import { recruitingPages } from './setup/recruiting-page.ts';
import { ownService } from './setup/own-service.ts';

/** The maximum database usage of each step of an application. */
const applicationUnits = {
  /** The page of a posting, for a job of up to 4 KB. */
  look: { readUnits: 2, writeUnits: 0 },
  /** The permission to upload a résumé, for a confidential job, where rate limits are on. */
  upload: { readUnits: 2, writeUnits: 2 },
  /**
   * An application with a letter and a résumé, for a confidential job, where rate limits are on. The posting's snapshot
   * already exists.
   */
  receive: { readUnits: 6, writeUnits: 19 },
  /** Extra usage when no other application uses the same uploaded résumé. */
  use: { readUnits: 1, writeUnits: 2 },
  /** Extra usage of a run that mails one application, compared with an idle run. */
  mail: { readUnits: 2.5, writeUnits: 7 },
  report: { readUnits: 0, writeUnits: 2 },
  /** Extra usage of a run that sends one confirmation, compared with an idle run. */
  confirm: { readUnits: 2.5, writeUnits: 7 },
  /** A run without due mail: half a unit for each of four shards. */
  idleRun: { readUnits: 2, writeUnits: 0 },
  /** A run without due confirmations. */
  idleConfirmation: { readUnits: 0.5, writeUnits: 0 },
} as const;

process.env['RATE_LIMITS'] = 'on';
// A separate table, because a run sends the mail of all employers.
const service = await ownService();
// A function reads its settings at load time.
const { handler: recordMailEvent } = await import('../functions/applications/record-mail-event.ts');
const log = jest.spyOn(console, 'log').mockReturnValue();

afterAll(async () => {
  log.mockRestore();
});

/** The read and write units in the last log line of an operation. */
function lastUnits(operation: string) {
  const lines = log.mock.calls.map(([line]) => JSON.parse(String(line)) as Usage & { operation: string });
  const line = lines.findLast((each) => each.operation === operation);
  return { readUnits: line?.readUnits, writeUnits: line?.writeUnits };
}

/** Records an event of SES about the mail of an application. */
const report = (eventType: string, { id, receivedAt }: { id: string; receivedAt: string }) =>
  recordMailEvent(
    {
      detail: {
        eventType,
        mail: { tags: { application: [id], queuedAt: [String(Date.parse(receivedAt))] } },
      },
    },
    lambdaContext('record-mail-event', 'mail', () => 30_000),
  );

// DynamoDB Local counts index writes differently.
const testCounted = process.env['EMBEDDED_ENGINE'] ? test : test.skip;

testCounted(
  'An application costs the units that docs/costs.md states, from the posting to the reports',
  async () => {
    const acme = await service.newEmployer();
    const posted = await acme.post('/jobs', aJob({ status: 'active', confidential: true }));
    const posting = postingLink(posted);
    const publicId = posting.split('/').at(-1) ?? '';
    const candidate = (email: string) => apply(service.anyone, publicId, { email, coverLetter: letter });

    // The first request fills the container's caches.
    for (const _ of ['first', 'second']) expect((await service.anyone.get(posting)).status).toBe(200);
    expect(lastUnits('showPosting')).toEqual(applicationUnits.look);

    await candidate('first@example.com');
    await service.runMail();
    const { body: receipt } = await candidate('second@example.com');
    expect(lastUnits('createApplication')).toEqual(applicationUnits.receive);

    expect(await service.runMail()).toMatchObject({ sent: 1, finished: true });
    const { readUnits = 0, writeUnits } = lastUnits('sendApplications');
    const { idleRun } = applicationUnits;
    expect({ readUnits: readUnits - idleRun.readUnits, writeUnits }).toEqual(applicationUnits.mail);
    expect(idleRun.readUnits).toBe([...mailPartitions, causedMailPartition].length / 2);

    expect(await service.runConfirmations()).toMatchObject({ sent: 2, finished: true });
    const confirmed = lastUnits('sendConfirmations');
    const { idleConfirmation } = applicationUnits;
    expect({
      readUnits: ((confirmed.readUnits ?? 0) - idleConfirmation.readUnits) / 2,
      writeUnits: (confirmed.writeUnits ?? 0) / 2,
    }).toEqual(applicationUnits.confirm);

    // On AWS, a report without an effect costs the same: its condition fails.
    await report('Delivery', receipt);
    expect(lastUnits('recordMailEvent')).toEqual(applicationUnits.report);

    const file = await uploadFile(service.anyone, publicId, pdfOfSize(5_000_000));
    expect(lastUnits('createUpload')).toEqual(applicationUnits.upload);
    await apply(service.anyone, publicId, {
      email: 'third@example.com',
      coverLetter: letter,
      resume: { file },
    });
    const { receive, use } = applicationUnits;
    expect(lastUnits('createApplication')).toEqual({
      readUnits: receive.readUnits + use.readUnits,
      writeUnits: receive.writeUnits + use.writeUnits,
    });
  },
);

testCounted(
  'A page for recruiters costs the rows that are shown, and units for the applications that it counts',
  async () => {
    const made = await service.employerWithJob({ status: 'active' });
    const { id: employerId } = made.acme.employer;
    await service.db.put({ Item: { ...applicationKeys.applicationNumbers(employerId), number: 100_000 } });
    const { createMany } = applicationsInTable(service.db);
    await createMany(made.acme.employer, APPLICATIONS_PER_RECRUITING_PAGE + 1, () => ({ job: made.job }));
    const link = (await recruitingPages(service).linkTo(made)) ?? '';
    const unitsOf = async () => {
      expect((await service.anyone.get(link)).status).toBe(200);
      return lastUnits('showRecruitingPage');
    };
    // Reads the job, its employer, the list of applications, and each application.
    const units = { readUnits: 3 + APPLICATIONS_PER_RECRUITING_PAGE, writeUnits: 0 };
    expect(await unitsOf()).toEqual(units);
    const older = Array.from({ length: 600 }, (_, n) => ({
      ...applicationKeys.jobApplication(employerId, made.job.id, n + 1),
      stage: 'new',
      timeToLive: 4_000_000_000,
    }));
    const client = createDocumentClient();
    await writeItems({ client, tableName: process.env['TABLE_NAME'] ?? '' }, older.values());
    client.destroy();
    expect(await unitsOf()).toEqual({ ...units, readUnits: units.readUnits + 6 });
  },
);
