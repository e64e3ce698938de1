import { writtenBy } from '../platform/dynamodb/last-write.ts';
import { authenticatedOperation } from '../accounts/authenticated-operation.ts';
import { creatorOf } from '../accounts/domain/api-key.ts';
import { updateWebhook, webhookRecord, type Webhook } from './domain/webhook.ts';
import { parseChanges, requireBeginning, requireCursor } from './domain/webhook-settings.ts';
import { handler as deleteWebhook } from './delete-webhook.ts';
import { webhookWritesFor } from './services.ts';

/** Changes only the fields sent (guide: receive-webhooks 3). */
export const handler = authenticatedOperation(
  'updateWebhook',
  webhookWritesFor,
  async ({ caller, id, submission, found, precondition }, { webhooks, events, targets, now }) => {
    const { account, author } = caller;
    const settings = parseChanges(submission, targets);
    const key = { employerId: account.id, id, by: writtenBy(author, now()) };
    const changeStored = async (stored: Webhook) => {
      precondition(webhookRecord(stored));
      // Its author is whoever chose its receiver.
      const createdBy = (settings.url ?? stored.url) === stored.url ? stored.createdBy : creatorOf(caller);
      const amended = updateWebhook({ ...stored, createdBy }, settings, now());
      const { progress } = amended;
      if (!progress) requireBeginning(settings.cursor);
      else if (settings.cursor !== undefined || settings.status === 'active') {
        const { latest } = await events.after(account.id, { after: progress.cursor, limit: 1 });
        requireCursor(progress.cursor, latest);
      }
      return amended;
    };
    const webhook = found(await webhooks.update(key, changeStored));
    await webhooks.restartDeliveries(webhook, settings, now());
    return { body: webhookRecord(webhook) };
  },
  { DELETE: deleteWebhook },
);
