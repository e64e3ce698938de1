import { afterAll, expect, jest, test } from '@jest/globals';
import { lambdaContext } from '../../bin/local/lambda.ts';
import { applicationKeys } from '../../functions/applications/keys.ts';
import { parseMail } from '../setup/a-mail.ts';
import { aResume, apply, applyForm } from '../setup/an-application.ts';
import { setClock } from '../setup/clock.ts';
import { fatalErrorAfterWork, fatalErrorBeforeWork, lostResponse } from '../setup/faults.ts';
import { startFaultyStore, type Fault } from '../setup/faulty-store.ts';
import { startMailServer } from '../setup/mail-servers.ts';
import { ownTable } from '../setup/own-table.ts';
import { smallestFiles } from '../setup/resumes.ts';
import { startS3 } from '../setup/s3-server.ts';
import { startService } from '../setup/service.ts';

const s3 = await startS3();
process.env['AWS_ENDPOINT_URL_S3'] = s3.endpoint;
process.env['FILES_BUCKET'] = 'files';
const mailServer = await startMailServer();
process.env['SMTP_URL'] = mailServer.url;
// A separate table, because a mail run and a sweep handle the applications of all employers.
await ownTable();
const store = await startFaultyStore();
const service = await startService({ mayFail: true });

afterAll(async () => {
  await mailServer.close();
  await s3.close();
});

/** The number of lost PutObject responses. The SDK sends each request up to twice. */
const putAnswersLost = [0, 1, 2];

/** Faults of a call for the employer's applications: call 0 reads, call 1 is the transaction. */
const tableFaults: [what: string, fault: Fault, call: number][] = [
  ['nothing', lostResponse, Infinity],
  ['the answer of the transaction is lost', lostResponse, 1],
  ['the function ends before it reads', fatalErrorBeforeWork, 0],
  ['the function ends after it has read', fatalErrorAfterWork, 0],
  ['the function ends before the transaction', fatalErrorBeforeWork, 1],
  ['the function ends after the transaction', fatalErrorAfterWork, 1],
];

const fileName = 'cv.pdf';

/** Each way to send the application returns its id, or undefined without an acknowledgement. */
const ways: Record<string, (jobId: number) => Promise<string | undefined>> = {
  'JSON with an Idempotency-Key': async (jobId) => {
    const resume = aResume(fileName, smallestFiles.pdf);
    const { status, body } = await apply(service.anyone, jobId, { resume }, { 'idempotency-key': 'one' });
    return status === 201 ? body.id : undefined;
  },
  'the form': async (jobId) => {
    const resume = new File([new Uint8Array(smallestFiles.pdf)], fileName);
    const { status, headers } = await fetch(`${service.origin}/jobs/${jobId}/apply`, {
      method: 'POST',
      body: applyForm({ resume }),
      redirect: 'manual',
    });
    return status === 303 ? /token=(\w{32})/.exec(headers.get('location') ?? '')?.[1] : undefined;
  },
};

/** A response that the SDK's second attempt replaces changes nothing for the table. */
const cases = Object.entries(ways).flatMap(([way, send]) =>
  putAnswersLost.flatMap((lost) =>
    tableFaults
      .slice(0, lost === 1 ? 1 : tableFaults.length)
      .map(([what, fault, call]) => ({ way, send, lost, what, fault, call })),
  ),
);

const filesOf = ({ id }: { id: number }) => [...s3.objects.keys()].filter((key) => key.includes(`/${id}/`));

/** Runs the daily sweep three days later, when unused files are old enough to be deleted. */
async function sweepLater() {
  const { handler } = await import('../../functions/applications/sweep-applications.ts');
  setClock(Date.now() + 3 * 24 * 60 * 60 * 1_000);
  const context = lambdaContext('sweep-applications', 'sweep', () => 900_000);
  const { orphans, finished } = await handler({}, context);
  jest.useRealTimers();
  expect(finished).toBe(true);
  return orphans;
}

test.each(cases)(
  'repeated attempts store one application, send one mail and leave one file ($way; lost PutObject responses: $lost; fault: $what)',
  async ({ send, lost, fault, call }) => {
    const { acme, job } = await service.employerWithJob({ status: 'active' });
    store.plans.set(applicationKeys.applicationNumbers(acme.employer.id).PK, {
      calls: 0,
      plan: ({ index }) => (index === call ? fault : undefined),
    });
    s3.fail(lost, 'answer lost');
    let failed = 0;
    let id = await send(job.id);
    while (id === undefined && failed < 3) {
      failed += 1;
      id = await send(job.id);
    }
    // A candidate who did not see the confirmation sends the application again.
    expect(await send(job.id)).toBe(id);
    const { data } = (await acme.get('/applications')).body;
    expect(data.map((application: { id: string }) => application.id)).toEqual([id]);

    const before = mailServer.received.length;
    await service.runMail();
    await service.runMail();
    const mails = await Promise.all(
      mailServer.received.slice(before).map(({ message }) => parseMail(message)),
    );
    expect(mails).toHaveLength(1);
    expect(mails[0]?.text).toContain(id);
    expect(Buffer.from(mails[0]?.attachments[0]?.content as ArrayBuffer).equals(smallestFiles.pdf)).toBe(
      true,
    );

    // Each failed attempt may have left a file.
    const orphans = filesOf(acme.employer).length - 1;
    expect(orphans).toBeLessThanOrEqual(failed);
    expect(await sweepLater()).toBe(orphans);
    expect(filesOf(acme.employer)).toHaveLength(1);
  },
);
