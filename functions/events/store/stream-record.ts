import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import type { DynamoDBRecord } from 'aws-lambda';
import { failureReasons, type EventType } from '../../../schemas/event.ts';
import type { ApplicationKey } from '../../applications/domain/application-id.ts';
import type { Application } from '../../applications/domain/application.ts';
import { failedStates } from '../../applications/domain/mail-event.ts';
import { applicationFrom } from '../../applications/store/application-item.ts';
import { jobRecord } from '../../jobs/domain/job-record.ts';
import type { Job } from '../../jobs/domain/job.ts';
import { fromItem } from '../../jobs/store/job-item.ts';
import type { Item } from '../../platform/dynamodb/database.ts';
import { applicationOf, employerIdOf, prefixes, type Key } from '../../platform/dynamodb/table.ts';
import { isTombstone } from '../../platform/dynamodb/tombstone.ts';
import type { LastWrite } from '../../platform/values/last-write.ts';
import { changesBetween } from '../domain/job-changes.ts';
import type { NewEvent } from '../domain/same-event.ts';

/** Which of the employer's items a record is about. Each of them has sequence numbers that can be compared. */
export type Source = 'j' | 'a';

/** A change of a job or an application, as the stream of the table tells it. */
export interface Change {
  employerId: number;
  source: Source;
  sequenceNumber: string;
  /** Undefined when nothing happened that clients learn of. */
  event: NewEvent | undefined;
}

type Image = NonNullable<DynamoDBRecord['dynamodb']>['NewImage'];

const itemOf = (image: Image): Item | undefined =>
  image && unmarshall(image as Record<string, AttributeValue>);

/** The item of an image, unless it is a tombstone, which stands for none. */
const present = (item: Item | undefined): Item | undefined => (item && !isTombstone(item) ? item : undefined);

/** Who made a change. An item that went without a tombstone was deleted by DynamoDB when its time was over, or by hand. */
function writerOf({ dynamodb, userIdentity }: DynamoDBRecord, written: Item | undefined): LastWrite {
  const at = (dynamodb?.ApproximateCreationDateTime ?? 0) * 1_000;
  return written?.['by'] ?? { type: userIdentity ? 'schedule' : 'operator', at };
}

interface Happening {
  type: EventType;
  by: LastWrite;
  data: Omit<NewEvent['data'], 'by'>;
}

const eventOf = ({ type, by: { at, ...by }, data }: Happening): NewEvent => ({
  type,
  timestamp: new Date(at).toISOString(),
  data: { ...data, by: { ...by, ...(by.type === 'key' && { partner: by.partner ?? null }) } },
});

const jobData = ({ id, referenceId }: Pick<Job, 'id' | 'referenceId'>) => ({ job: { id, referenceId } });

/** A job as clients see it, but for what an event does not tell: whose it is, and where its posting is. */
const recordOf = (job: Job) => jobRecord(job, { employer: { id: 0, name: '' }, siteAddress: (path) => path });

/** What happened to a job. A write that keeps the version changed nothing that clients see. */
function jobEvent(before: Item | undefined, after: Item | undefined, by: LastWrite): NewEvent | undefined {
  const [was, is] = [before && fromItem(before), after && fromItem(after)];
  if (!was) return is && eventOf({ type: 'job.created', by, data: { ...jobData(is), version: is.version } });
  if (!is) return eventOf({ type: 'job.deleted', by, data: { ...jobData(was), version: was.version + 1 } });
  if (is.version === was.version) return undefined;
  return eventOf({
    type: is.position === was.position ? 'job.updated' : 'job.refreshed',
    by,
    data: { ...jobData(is), version: is.version, changes: changesBetween(recordOf(was), recordOf(is)) },
  });
}

/** What the employer changed of an application. */
const changesOf = (was: Application, is: Application) => ({
  ...(is.stage !== was.stage && { stage: { from: was.stage, to: is.stage } }),
  ...(was.state === 'held' && is.state === 'queued' && { state: { from: was.state, to: is.state } }),
});

function applicationType(was: Application | undefined, is: Application | undefined): EventType | undefined {
  if (!was) return is && 'application.received';
  if (!is) return 'application.erased';
  if (Object.keys(changesOf(was, is)).length > 0) return 'application.updated';
  if (is.state === was.state) return undefined;
  if (is.state === 'delivered') return 'application.delivered';
  return failedStates.includes(is.state) ? 'application.failed' : undefined;
}

/** What happened to an application; nothing that the candidate wrote. */
function applicationEvent(
  before: Item | undefined,
  after: Item | undefined,
  by: LastWrite,
  idOf: (application: ApplicationKey) => string,
): NewEvent | undefined {
  const [was, is] = [before && applicationFrom(before), after && applicationFrom(after)];
  const [type, application] = [applicationType(was, is), is ?? was];
  if (!type || !application) return undefined;
  const { jobId, referenceId, state, failure } = application;
  const code = type === 'application.failed' ? failure : null;
  return eventOf({
    type,
    by,
    data: {
      ...jobData({ id: jobId, referenceId }),
      application: { id: idOf(application), state },
      ...(type === 'application.updated' && was && is && { changes: changesOf(was, is) }),
      ...(code && { failure: { code, reason: failureReasons[code] } }),
    },
  });
}

/** Reads a record of the stream; undefined for one of another item. Throws when it cannot be read. */
export function changeOf(
  record: DynamoDBRecord,
  idOf: (application: ApplicationKey) => string,
): Change | undefined {
  const { Keys, NewImage, OldImage, SequenceNumber: sequenceNumber = '' } = record.dynamodb ?? {};
  const key = itemOf(Keys) as Key;
  const [old, written] = [itemOf(OldImage), itemOf(NewImage)];
  const [before, after] = [present(old), present(written)];
  const by = writerOf(record, written);
  if (key.PK.startsWith(prefixes.employer) && key.SK.startsWith(prefixes.job)) {
    const event = jobEvent(before, after, by);
    return { employerId: employerIdOf(key), source: 'j', sequenceNumber, event };
  }
  if (!key.PK.startsWith(prefixes.applications) || !/^\d+$/.test(key.SK)) return undefined;
  const event = applicationEvent(before, after, by, idOf);
  return { employerId: applicationOf(key).employerId, source: 'a', sequenceNumber, event };
}
