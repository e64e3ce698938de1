import { randomUUID } from 'node:crypto';
import { toUnixSeconds } from '../platform/time/calendar.ts';
import { authenticatedOperation } from '../accounts/authenticated-operation.ts';
import { testEvent } from './delivery/call-webhook.ts';
import { signingSecretsOf } from './domain/webhook.ts';
import { webhookTrialsFor } from './services.ts';

/** The time limit of a receiver during a test, in milliseconds: the caller waits at most 10 seconds. */
const TRIAL_MILLIS = 7_000;

/** Guide: receive-webhooks 9. */
export const handler = authenticatedOperation(
  'testWebhook',
  webhookTrialsFor,
  async ({ caller: { account, author }, id, found }, { webhooks, events, call, secrets, now }) => {
    const webhook = found(await webhooks.get({ employerId: account.id, id }));
    const signing = signingSecretsOf(await secrets(), webhook, now());
    const message = {
      id: `${account.id}-test-${randomUUID()}`,
      timestamp: toUnixSeconds(now()),
      body: JSON.stringify(testEvent(account, author, await events.last(account.id), now())),
    };
    return { body: await call({ url: webhook.url, secrets: signing }, message, TRIAL_MILLIS) };
  },
);
