import { writtenBy } from '../platform/dynamodb/last-write.ts';
import { authenticatedOperation } from '../accounts/authenticated-operation.ts';
import { webhookRecord, type Webhook } from './domain/webhook.ts';
import { webhookWritesFor } from './services.ts';

/** Guide: receive-webhooks 2. */
export const handler = authenticatedOperation(
  'deleteWebhook',
  webhookWritesFor,
  async ({ caller: { account, author }, id, found, precondition }, { webhooks, now }) => {
    const key = { employerId: account.id, id };
    const check = (webhook: Webhook) => precondition(webhookRecord(webhook));
    found(await webhooks.delete(key, check, writtenBy(author, now())));
    return {};
  },
);
