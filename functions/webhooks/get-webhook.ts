import { operationHandler } from '../http/chain.ts';
import { webhookRecord } from './domain/webhook.ts';
import { webhookReadsFor } from './services.ts';

/** Interface 14.3. */
export const handler = operationHandler(
  'getWebhook',
  webhookReadsFor,
  async ({ account, id, found }, { webhooks }) => ({
    body: webhookRecord(found(await webhooks.get({ employerId: account.id, id }))),
  }),
);
