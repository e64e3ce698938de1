import { stateAfter, statesBefore } from '../domain/mail-event.ts';
import type { Application } from '../domain/application.ts';
import type { ApplicationKey } from '../domain/application-id.ts';
import type { LastWrite } from '../../platform/values/last-write.ts';
import { secondsOf } from '../../platform/values/seconds.ts';
import type { ApplicationState, FailureCode } from '../../../schemas/application.ts';
import { listed } from '../../platform/dynamodb/conditional-writes.ts';
import type { Database, Item } from '../../platform/dynamodb/database.ts';
import { isWritten, unlessConditionFails } from '../../platform/dynamodb/failures.ts';
import { attributes, keys, timeToLive } from '../../platform/dynamodb/table.ts';
import { applicationFrom, mailAttributes } from './application-item.ts';

/** The states of an application whose mail may be queued again: all but held, and that of a mail just being sent. */
const mayBeMailedAgain: readonly ApplicationState[] = [
  'queued',
  'sent',
  'delivered',
  'bounced',
  'complained',
  'failed',
];

const CHANGE = 'SET #state = :state, #by = :by, #version = #version + :one';
const LEAVE = 'REMOVE #partition, #order';

/** What a mail service reports: the event, and if the mail did not arrive or was not welcome, why. */
interface Reported {
  event: keyof typeof stateAfter;
  code: string | undefined;
  failure: FailureCode | undefined;
  by: LastWrite;
}

/** The states of applications as employers and mail services change them. */
export function mailStates(db: Database) {
  /** Queues the mail of an application in one of these states. Undefined when it is in none of them, or gone. */
  async function queue(
    { employerId, number }: ApplicationKey,
    from: readonly ApplicationState[],
    fields: Item & { by: LastWrite },
  ): Promise<Application | undefined> {
    const at = new Date(fields.by.at);
    const queued: Item = {
      ...fields,
      state: 'queued',
      queuedAt: at.toISOString(),
      attempts: 0,
      ...mailAttributes({ employerId, number }, at.toISOString()),
    };
    const set = Object.keys(queued).map((name) => `#${name} = :${name}`);
    const { list, values } = listed(from);
    const item = await unlessConditionFails(
      db.update({
        Key: keys.application(employerId, number),
        UpdateExpression: `SET ${set.join(', ')}, #version = #version + :one REMOVE #mailError, #failure`,
        ConditionExpression: `#state IN (${list}) AND #timeToLive > :now`,
        ExpressionAttributeNames: {
          ...Object.fromEntries(Object.keys(queued).map((name) => [`#${name}`, name])),
          '#version': 'version',
          '#mailError': 'mailError',
          '#failure': 'failure',
          '#timeToLive': timeToLive,
        },
        ExpressionAttributeValues: {
          ...Object.fromEntries(Object.entries(queued).map(([name, value]) => [`:${name}`, value])),
          ...values,
          ':one': 1,
          ':now': secondsOf(fields.by.at),
        },
        ReturnValues: 'ALL_NEW',
      }),
    );
    return item && applicationFrom(item);
  }

  return {
    /** Lets a held application be mailed. Undefined when it is not held, or gone. */
    release: (application: ApplicationKey, by: LastWrite): Promise<Application | undefined> =>
      queue(application, ['held'], { by }),

    /** Queues an application's mail again, to this address. Undefined when it is held, being sent, or gone. */
    resend: (
      application: ApplicationKey,
      fields: { mailTo: string; by: LastWrite },
    ): Promise<Application | undefined> => queue(application, mayBeMailedAgain, fields),

    /**
     * Records what a mail service reports of the mail queued at a time (milliseconds since 1970). Returns whether that
     * changed anything: events may come twice, in any order, and after the application was erased or mailed again.
     */
    record: async (
      { employerId, number }: ApplicationKey,
      queuedAt: number,
      { event, code, failure, by }: Reported,
    ): Promise<boolean> => {
      const state = stateAfter[event];
      const { list, values } = listed(statesBefore(state));
      return isWritten(
        db.update({
          Key: keys.application(employerId, number),
          UpdateExpression: failure
            ? `${CHANGE}, #mailError = :code, #failure = :failure ${LEAVE}`
            : `${CHANGE} ${LEAVE}, #mailError, #failure`,
          ConditionExpression: `#queuedAt = :queuedAt AND #state IN (${list})`,
          ExpressionAttributeNames: {
            '#state': 'state',
            '#by': 'by',
            '#version': 'version',
            '#queuedAt': 'queuedAt',
            '#mailError': 'mailError',
            '#failure': 'failure',
            '#partition': attributes.mailPartition,
            '#order': attributes.mailOrder,
          },
          ExpressionAttributeValues: {
            ':state': state,
            ':by': by,
            ':one': 1,
            ':queuedAt': new Date(queuedAt).toISOString(),
            ...(failure && { ':code': code, ':failure': failure }),
            ...values,
          },
        }),
      );
    },
  };
}
