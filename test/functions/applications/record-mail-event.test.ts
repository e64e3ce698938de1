import type { Context } from 'aws-lambda';
import { describe, expect, test } from '@jest/globals';
import { lambdaContext } from '../../../bin/local/lambda.ts';
import {
  encryptApplicationId,
  type Application,
} from '../../../functions/applications/application/application.ts';
import { mailStates } from '../../../functions/applications/application/mail-states.ts';
import { signingKey } from '../../../functions/platform/crypto/signing-key.ts';
import type { SesEvent } from '../../../functions/mail/ses-event.ts';
import { loggedLines } from '../../setup/logged-lines.ts';
import { deployment } from '../../setup/deployment.ts';
import { ownDatabase } from '../../setup/own-service.ts';

const { db } = await ownDatabase();
// Loaded after the name of the table is set.
const { aDueApplication, readApplication, storeDueApplication } = await import('../../setup/due-mail.ts');
const secret = await signingKey(db);
// A function reads its settings when it is loaded.
const handler = (await deployment.handlers('record-mail-event')) as unknown as (
  event: SesEvent,
  context: Context,
) => Promise<void>;

let employerId = 0;

/** Stores an application whose mail is due. Returns functions that create the events of SES about the mail. */
async function due(state: Application['state'] = 'queued') {
  employerId += 1;
  const application = { ...aDueApplication(employerId, 1, new Date()), state };
  await storeDueApplication(db, application);
  const event = (eventType: string, detail: object = {}, queuedAt = application.queuedAt) => ({
    source: 'aws.ses',
    detail: {
      eventType,
      mail: {
        messageId: '1',
        destination: ['jobs@acme.example'],
        tags: {
          'ses:configuration-set': ['applications'],
          application: [encryptApplicationId(secret, application)],
          queuedAt: [String(Date.parse(queuedAt))],
        },
      },
      ...detail,
    },
  });
  const current = () => readApplication(db, application);
  return { application, event, read: current, stateOf: async () => (await current())?.state };
}

const report = (event: SesEvent) =>
  handler(
    event,
    lambdaContext('record-mail-event', 'mail', () => 30_000),
  );

const bounce = (bounceType: string, bounceSubType: string) => ({ bounce: { bounceType, bounceSubType } });
const [permanent, transient] = [bounce('Permanent', 'General'), bounce('Transient', 'General')];

describe('a mail event from SES', () => {
  test.each<[string, object, string, string | null, string | null]>([
    ['Send', {}, 'sent', null, null],
    ['Delivery', {}, 'delivered', null, null],
    ['Reject', { reject: { reason: 'Bad content' } }, 'failed', 'mail_refused', 'ses_rejected'],
    ['Complaint', {}, 'complained', 'complaint', 'ses_complaint'],
    ...(
      [
        ['Permanent', 'NoEmail', 'bounced', 'address_refused'],
        ['Transient', 'MailboxFull', 'failed', 'mailbox_full'],
        ['Transient', 'MessageTooLarge', 'failed', 'mail_refused'],
        ['Transient', 'General', 'failed', 'undelivered'],
        ['Undetermined', 'Undetermined', 'failed', 'undelivered'],
      ] as const
    ).map(([type, subType, state, failure]): [string, object, string, string, string] => [
      ...(['Bounce', bounce(type, subType), state, failure] as const),
      `ses_bounce_${type}_${subType}`,
    ]),
  ])(
    'of type %s with %j sets the state to %s and the failure to %j',
    async (type, detail, state, failure, mailError) => {
      const { event, read } = await due('sending');
      await report(event(type, detail));
      expect(await read()).toMatchObject({ state, failure, mailError });
    },
  );

  test.each<[string[], ReturnType<typeof bounce>, string, string | null]>([
    [['Delivery', 'Send'], transient, 'delivered', null],
    [['Bounce', 'Delivery', 'Send'], permanent, 'bounced', 'address_refused'],
    [['Complaint', 'Bounce', 'Delivery', 'Send'], permanent, 'complained', 'complaint'],
    [['Reject', 'Send'], permanent, 'failed', 'mail_refused'],
    // The mail was delayed, or an automatic reply came.
    [['Bounce', 'Delivery'], transient, 'delivered', null],
    [['Delivery', 'Bounce'], transient, 'delivered', null],
  ])(
    'can arrive twice and out of order: the events %j with %j result in the state %s and the failure %j',
    async (types, detail, state, failure) => {
      const { event, read } = await due('sending');
      for (const type of [...types, ...types]) await report(event(type, detail));
      expect(await read()).toMatchObject({ state, failure });
    },
  );

  test('about an earlier mail does not change a mail that was queued later', async () => {
    const { application, event, stateOf } = await due('sent');
    await mailStates(db).resend(application, {
      mailTo: 'new@acme.example',
      by: { type: 'key', at: Date.now() + 1 },
    });
    for (const type of ['Send', 'Delivery', 'Complaint']) await report(event(type));
    expect(await stateOf()).toBe('queued');
  });

  test('with unknown tags or an unknown type changes no application', async () => {
    const { event, stateOf } = await due();
    const { detail } = event('Delivery');
    const unusable = [
      { detail: { ...detail, mail: {} } },
      { detail: { ...detail, mail: { tags: { application: ['x'], queuedAt: ['1'] } } } },
      { detail: { ...detail, mail: { tags: { ...detail.mail.tags, queuedAt: ['now'] } } } },
      { detail: { ...detail, eventType: 'DeliveryDelay' } },
      { detail: { ...detail, eventType: 'constructor' } },
    ];
    for (const each of unusable) await report(each);
    expect(await stateOf()).toBe('queued');
  });

  test('about an erased application does not recreate the application', async () => {
    const { application, event, read } = await due();
    await db.delete({ Key: { PK: `A#${application.employerId}`, SK: '000000000001' } });
    await report(event('Delivery'));
    expect(await read()).toBeUndefined();
  });

  test('writes a log line, at level ERROR if the mail was not delivered', async () => {
    const { application, event } = await due('sent');
    const lines = await loggedLines(async () => {
      await report(event('Delivery'));
      await report(event('Bounce', bounce('Permanent', 'NoEmail')));
    });
    const shared = { operation: 'recordMailEvent', employerId: application.employerId, changed: true };
    expect(lines).toMatchObject([
      { ...shared, level: 'INFO', event: 'delivered' },
      { ...shared, level: 'ERROR', event: 'bounced', code: 'ses_bounce_Permanent_NoEmail', bounced: 1 },
    ]);
  });
});
