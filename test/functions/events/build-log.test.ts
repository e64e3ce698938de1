import { randomBytes } from 'node:crypto';
import { describe, expect, jest, test } from '@jest/globals';
import { DynamoDBClient, PutItemCommand } from '@aws-sdk/client-dynamodb';
import { eventLog } from '../../../functions/events/store/event-log.ts';
import { logBuilder } from '../../../functions/events/store/log-builder.ts';
import { jobKeys } from '../../../functions/jobs/keys.ts';
import { applicationKeys } from '../../../functions/applications/keys.ts';
import type { LoggedEvent } from '../../../functions/events/domain/logged-event.ts';
import { aJob } from '../../setup/a-job.ts';
import { applicationsInTable } from '../../setup/applications-in-table.ts';
import { isBundled } from '../../setup/deployment.ts';
import { createHttpClient } from '../../setup/http-client.ts';
import { tableStream } from '../../setup/table-stream.ts';
import { issueKey } from '../../setup/partners.ts';
import { ownService } from '../../setup/own-service.ts';

const service = await ownService();
const stream = await tableStream();
const log = eventLog(service.db, () => new Date());

/** The events of an employer, once the log contains all changes so far. */
async function eventsOf({ employer }: { employer: { id: number } }): Promise<LoggedEvent[]> {
  expect(await stream.catchUp()).toEqual([]);
  return (await log.after(employer.id, { after: 0, limit: 100 })).events;
}

/** The date this number of days from today. */
const date = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

interface Command {
  input: object;
}

/** Makes the table refuse writes to a partition, as when it is throttled. */
function refusingPuts(partition: string) {
  const { send } = DynamoDBClient.prototype as unknown as { send: (command: Command) => Promise<object> };
  return jest.spyOn(DynamoDBClient.prototype, 'send').mockImplementation(async function refuse(
    this: unknown,
    command: Command,
  ) {
    const isPut = command instanceof PutItemCommand;
    if (isPut && JSON.stringify(command.input).includes(`"${partition}"`)) {
      throw Object.assign(new Error('Too much.'), { name: 'ThrottlingException' });
    }
    return send.call(this, command);
  } as never);
}

const brief = ({ type, data: { version, by } }: LoggedEvent) => [type, version, by.type];

describe('the event log', () => {
  test('records the id and the label of the key that made a change', async () => {
    const { employer } = await service.newEmployer();
    const { apiKey, key } = await issueKey(service.db, employer, { label: 'ATS' });
    const { post } = createHttpClient(service.origin, { 'api-key': apiKey });
    await post('/jobs', aJob());
    const [event] = await eventsOf({ employer });
    expect(event?.data.by).toEqual({ type: 'key', id: key.id, label: 'ATS', partner: null });
  });

  test('records a refresh with the schedule as its actor, and no event when a job is only parked', async () => {
    const acme = await service.newEmployer({ plan: 'unlimited' });
    const { body: job } = await acme.post('/jobs', aJob({ status: 'active', autoRefresh: true }));
    const key = jobKeys.job(acme.employer.id, job.id);
    await service.db.update({
      Key: key,
      UpdateExpression: 'SET #date = :date, #g = :g',
      ExpressionAttributeNames: { '#date': 'publishDate', '#g': 'g' },
      ExpressionAttributeValues: { ':date': date(-8), ':g': `${date(-1)}#${acme.employer.id}#000000000001` },
    });
    await service.runAutoRefresh(acme.employer);
    const [, refreshed, ...others] = await eventsOf(acme);
    expect(others).toEqual([]);
    const publishDate = { from: date(-8), to: date(0) };
    expect(refreshed).toMatchObject({
      type: 'job.refreshed',
      data: { version: 2, by: { type: 'schedule' } },
    });
    expect(refreshed?.data.changes).toEqual({ publishDate });
  });

  test('records when an application is released to the employer, and each change of its stage', async () => {
    const { acme, job } = await service.employerWithJob();
    const held = { state: 'held', suspicions: ['too_fast'] } as const;
    const id = await applicationsInTable(service.db).create(acme.employer, job, held);
    await acme.post(`/applications/${id}/release`, undefined);
    await acme.put(`/applications/${id}`, { stage: 'interview' });
    await acme.put(`/applications/${id}`, { stage: 'interview' });
    const [received, released, staged, ...others] = (await eventsOf(acme)).slice(1);
    expect([received?.type, others]).toEqual(['application.received', []]);
    const by = { type: 'key', id: expect.any(String), partner: acme.partner };
    const { referenceId } = job;
    const data = { job: { id: job.id, referenceId }, application: { id, state: 'queued' }, by };
    expect(released).toMatchObject({ type: 'application.updated' });
    expect(released?.data).toEqual({ ...data, changes: { state: { from: 'held', to: 'queued' } } });
    expect(staged?.data).toEqual({ ...data, changes: { stage: { from: 'new', to: 'interview' } } });
  });

  test('records an erasure, with the schedule as its actor, when DynamoDB expires an application', async () => {
    const { acme, job } = await service.employerWithJob({ status: 'active' });
    await applicationsInTable(service.db).create(acme.employer, job);
    await eventsOf(acme);
    await service.db.delete({ Key: applicationKeys.application(acme.employer.id, 1) });
    const userIdentity = { type: 'Service', principalId: 'dynamodb.amazonaws.com' };
    await stream.build((await stream.records()).map((record) => ({ ...record, userIdentity })));
    expect((await eventsOf(acme)).map(brief).at(-1)).toEqual(['application.erased', undefined, 'schedule']);
  });

  test('continues after a record that cannot be read', async () => {
    const acme = await service.newEmployer();
    await acme.post('/jobs', aJob());
    const records = await stream.records();
    const broken = records.map(({ dynamodb, ...record }) => ({
      ...record,
      dynamodb: {
        ...dynamodb,
        SequenceNumber: '1',
        ...(dynamodb?.NewImage?.['title'] && { NewImage: { locations: { N: 'x' } } }),
      },
    }));
    await stream.build([...broken, ...records]);
    expect((await eventsOf(acme)).map(brief)).toEqual([['job.created', 1, 'key']]);
  });

  const testOfSources = isBundled ? test.skip : test;
  testOfSources(
    'parks all changes of an employer whose log refuses writes, and continues with other employers',
    async () => {
      const [acme, other] = [await service.newEmployer(), await service.newEmployer()];
      await stream.catchUp();
      const { body: job } = await acme.post('/jobs', aJob({ salary: { amount: 50_000, period: { id: 1 } } }));
      await other.post('/jobs', aJob());
      const refusal = refusingPuts(`V#${acme.employer.id}`);
      // The log is throttled throughout the test.
      let moment = 0;
      const clock = jest.spyOn(performance, 'now').mockImplementation(() => (moment += 500));
      expect(await stream.catchUp()).toEqual([]);
      clock.mockRestore();
      expect((await eventsOf(other)).map(brief)).toEqual([['job.created', 1, 'key']]);
      expect(await eventsOf(acme)).toEqual([]);
      const lines = jest.spyOn(console, 'log').mockReturnValue();
      await expect(service.addParkedChanges(9_000)).rejects.toThrow('still parked');
      expect(lines.mock.calls.join('')).toContain(`"addParkedChanges","employerId":${acme.employer.id},`);
      lines.mockRestore();

      refusal.mockRestore();
      await acme.put(`/jobs/${job.id}`, { salary: { amount: 60_000, period: { id: 1 } } });
      expect(await eventsOf(acme)).toEqual([]);
      expect(await service.addParkedChanges()).toEqual({ events: 2, oldest: 0 });
      await acme.put(`/jobs/${job.id}`, { title: 'Cook' });
      const inLog = [1, 2, 3].map((version) => [
        version === 1 ? 'job.created' : 'job.updated',
        version,
        'key',
      ]);
      expect((await eventsOf(acme)).map(brief)).toEqual(inLog);
      expect((await acme.get('/events')).text).toContain('"amount":60000.0000');
      expect(await service.addParkedChanges()).toEqual({ events: 0, oldest: 0 });
    },
  );

  test('detects a repeated record among many events of a job, and reads no events older than 25 hours', async () => {
    const { employer } = await service.newEmployer();
    const now = Date.now();
    // Random labels cannot be compressed, so the item of the newest events contains few events.
    const changes = Array.from({ length: 120 }, (_, n) => ({
      employerId: employer.id,
      source: 'j' as const,
      sequenceNumber: String(n + 1),
      event: {
        type: 'job.updated' as const,
        timestamp: new Date(n < 60 ? now - 3 * 86_400_000 + n : now + n).toISOString(),
        data: {
          job: { id: 1, referenceId: null },
          version: n + 1,
          by: { type: 'key' as const, key: 1, label: randomBytes(60).toString('hex') },
        },
      },
    }));
    const { add } = logBuilder(service.db, 90 * 86_400);
    for (let from = 0; from < 120; from += 10) await add(employer.id, changes.slice(from, from + 10));
    const queries = jest.spyOn(service.db, 'queryPage');
    expect(await add(employer.id, changes.slice(60, 61))).toBe(0);
    // Each query reads a page of 25 events.
    expect(queries).toHaveBeenCalledTimes(3);
    queries.mockRestore();
  });
});

describe('eventLog.after', () => {
  test('throws events_expired with the id of the oldest stored event when the next event has expired', async () => {
    const acme = await service.newEmployer();
    const { body: job } = await acme.post('/jobs', aJob());
    for (const batch of [1, 2]) {
      for (let n = 0; n < 8; n += 1) {
        await acme.put(`/jobs/${job.id}`, { title: `Cook ${batch} ${n} ${randomBytes(60).toString('hex')}` });
      }
      await eventsOf(acme);
    }
    const later = eventLog(service.db, () => new Date(Date.now() + 91 * 86_400_000));
    const { events, latest } = await later.after(acme.employer.id, { after: 0, limit: 100 });
    const oldest = events[0]?.id ?? 0;
    expect(oldest).toBeGreaterThan(1);
    expect([events.at(-1)?.id, latest]).toEqual([17, 17]);
    await expect(later.after(acme.employer.id, { after: 1, limit: 1 })).rejects.toMatchObject({
      code: 'events_expired',
      members: { extensions: { oldestEventId: oldest } },
    });
  });
});
