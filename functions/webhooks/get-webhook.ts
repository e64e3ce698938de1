import { authenticatedOperation } from '../accounts/authenticated-operation.ts';
import { webhookRecord } from './domain/webhook.ts';
import { webhookReadsFor } from './services.ts';

export const handler = authenticatedOperation(
  'getWebhook',
  webhookReadsFor,
  async ({ caller: { account }, id, found }, { webhooks }) => ({
    body: webhookRecord(found(await webhooks.get({ employerId: account.id, id }))),
  }),
);
