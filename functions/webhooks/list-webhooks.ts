import { operationHandler } from '../http/chain.ts';
import { webhookRecord } from './domain/webhook.ts';
import { webhookReadsFor } from './services.ts';

/** Interface 14.3. */
export const handler = operationHandler(
  'listWebhooks',
  webhookReadsFor,
  async ({ account }, { webhooks }) => ({
    body: { data: (await webhooks.list(account.id)).map(webhookRecord) },
  }),
);
