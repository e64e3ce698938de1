import { authenticatedOperation } from '../accounts/authenticated-operation.ts';
import { webhookRecord } from './domain/webhook.ts';
import { webhookReadsFor } from './services.ts';

export const handler = authenticatedOperation(
  'listWebhooks',
  webhookReadsFor,
  async ({ caller: { account } }, { webhooks }) => ({
    body: { data: (await webhooks.list(account.id)).map(webhookRecord) },
  }),
);
