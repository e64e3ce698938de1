import { randomBytes } from 'node:crypto';
import { expect, jest, test } from '@jest/globals';
import { lambdaContext } from '../../../bin/local/lambda.ts';
import {
  decryptApplicationId,
  createApplicationToken,
} from '../../../functions/applications/application/application.ts';
import { signingKey } from '../../../functions/platform/crypto/signing-key.ts';
import { eventsFrom } from '../../../functions/events/store/event-items.ts';
import { applicationKeys } from '../../../functions/applications/keys.ts';
import { eventKeys } from '../../../functions/events/keys.ts';
import type { Event } from '../../../schemas/event.ts';
import { apply } from '../../setup/an-application.ts';
import { tableStream } from '../../setup/table-stream.ts';
import { ownService } from '../../setup/own-service.ts';

const service = await ownService();
const stream = await tableStream();
const logged = jest.spyOn(console, 'log');

/** A text that no other test uses. */
const mark = () => crypto.randomUUID().replaceAll('-', '');

/** Applies with a mark in every field that a candidate fills in, has the mail fail with the mark, and sets a stage. */
async function markedApplication() {
  const { acme, job } = await service.employerWithJob({
    status: 'active',
    referenceId: 'REQ-1',
    questions: [
      { id: 'why', text: 'Why?', type: 'longText' },
      { id: 'where', text: 'Where?', type: 'shortText' },
    ],
  });
  const typed = mark();
  const { body } = await apply(
    service.anyone,
    job.id,
    {
      name: `Zoé ${typed}`,
      email: `z${typed}@example.net`,
      telephone: `+1 514 ${typed}`.slice(0, 32),
      coverLetter: `I bake ${typed}.`,
      answers: [
        { question: 'why', value: `I like ${typed}.` },
        { question: 'where', value: `At ${typed}` },
      ],
      source: `Fair ${typed}`,
      resume: { fileName: `${typed}.txt`, content: Buffer.from(`CV ${typed}`).toString('base64') },
    },
    { 'idempotency-key': typed },
  );
  const secret = await signingKey(service.db);
  const { employerId, number } = decryptApplicationId(secret, body.id) ?? { employerId: 0, number: 0 };
  const key = applicationKeys.application(employerId, number);
  const { queuedAt } = (await service.db.get({ Key: key, ConsistentRead: true })) ?? {};
  const { handler } = await import('../../../functions/applications/record-mail-event.ts');
  const bouncedRecipients = [{ diagnosticCode: `550 ${typed}` }];
  const tags = { application: [body.id], queuedAt: [String(Date.parse(queuedAt))] };
  const detail = {
    eventType: 'Bounce',
    bounce: { bounceType: 'Permanent', bounceSubType: 'NoEmail', bouncedRecipients },
    mail: { messageId: '1', destination: ['jobs@acme.example'], tags },
  };
  const context = lambdaContext('record-mail-event', 'mail', () => 30_000);
  await handler({ source: 'aws.ses', detail } as never, context);
  await acme.put(`/applications/${body.id}`, { stage: 'interview' });
  return { acme, job, typed, id: body.id as string, token: createApplicationToken(secret, body.id) };
}

type Marked = Awaited<ReturnType<typeof markedApplication>>;

/** The items of an employer's log and job histories, with their compressed events decompressed. */
async function logItems({ acme }: Marked) {
  const items = await service.db.query({
    KeyConditionExpression: 'PK = :PK',
    ExpressionAttributeValues: { ':PK': eventKeys.newestEvents(acme.employer.id).PK },
    ConsistentRead: true,
  });
  return items.map((item) => ({ ...item, SK: item['SK'] as string, events: eventsFrom(item) }));
}

/** All stored items and all responses with the events of an employer, and all log lines of the service. */
async function everything(marked: Marked): Promise<string> {
  const { acme, job } = marked;
  const responses = [await acme.get('/events'), await acme.get(`/jobs/${job.id}/history`)];
  const items = JSON.stringify(await logItems(marked));
  expect(items).toContain('application.received');
  return [items, ...responses.map(({ text }) => text), ...logged.mock.calls.flat()].join('\n');
}

/** Changes the job until all earlier events are in a permanent item of the log and in the job's history. */
async function moveOnTheLog({ acme, job }: Marked) {
  for (const changes of [8, 1]) {
    for (let n = 0; n < changes; n += 1) {
      await acme.put(`/jobs/${job.id}`, { title: randomBytes(72).toString('base64url') });
    }
    await stream.catchUp();
  }
}

test('events, history and logs of an application that is withdrawn have never contained text of the candidate, only ids, states and the failure', async () => {
  const marked = await markedApplication();
  await stream.catchUp();
  expect(await everything(marked)).not.toContain(marked.typed);
  const body = new URLSearchParams({ token: marked.token });
  expect((await fetch(`${service.origin}/application`, { method: 'POST', body })).status).toBe(200);
  await stream.catchUp();
  const events = (await marked.acme.get('/events')).body.data as Event[];
  expect(events.map(({ type, data }) => [type, data.application?.state, data.by.type])).toEqual([
    ['job.created', undefined, 'key'],
    ['application.received', 'queued', 'candidate'],
    ['application.failed', 'bounced', 'mail'],
    ['application.updated', 'bounced', 'key'],
    ['application.erased', 'bounced', 'candidate'],
  ]);
  await moveOnTheLog(marked);
  expect(await everything(marked)).not.toContain(marked.typed);
  const items = await logItems(marked);
  const kinds = new Set(items.map(({ SK }) => SK.replaceAll(/\d+/g, '0')));
  expect(kinds).toEqual(new Set(['HEAD', '0', 'J#0#0']));

  const { id, job } = marked;
  const application = { id, state: expect.any(String) };
  const data = { job: { id: job.id, referenceId: 'REQ-1' }, application };
  const stageSet = { stage: { from: 'new', to: 'interview' } };
  const storedEvents = items.flatMap((item) => item.events).filter((event) => event.data.application);
  // Each of the four events is in a permanent item of the log and in the history.
  expect(storedEvents).toHaveLength(8);
  for (const event of storedEvents) {
    const { by: author, failure, changes, ...rest } = event.data;
    expect(rest).toEqual(data);
    expect(changes ?? stageSet).toEqual(stageSet);
    expect(Object.keys(event).toSorted()).toEqual(['data', 'id', 'timestamp', 'type']);
    expect(failure?.code ?? 'address_refused').toBe('address_refused');
    expect(Object.keys(author)).not.toContain('name');
  }
});
