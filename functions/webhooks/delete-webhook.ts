import { operationHandler } from '../http/chain.ts';
import { webhookRecord } from './domain/webhook.ts';
import { webhookWritesFor } from './services.ts';

/** Interface 14.5. */
export const handler = operationHandler(
  'deleteWebhook',
  webhookWritesFor,
  async ({ account, id, found, precondition }, { webhooks }) => {
    const key = { employerId: account.id, id };
    found(await webhooks.delete(key, (webhook) => precondition(webhookRecord(webhook))));
    return {};
  },
);
