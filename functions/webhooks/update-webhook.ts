import { operationHandler } from '../http/chain.ts';
import { amendedWebhook, webhookRecord } from './domain/webhook.ts';
import { requireCursor, settingsIn } from './domain/webhook-settings.ts';
import { handler as deleteWebhook } from './delete-webhook.ts';
import { webhookSettingsFor } from './services.ts';

/** Interface 14.4: only the fields sent are changed. */
export const handler = operationHandler(
  'updateWebhook',
  webhookSettingsFor,
  async ({ employer, id, submission, found, precondition }, { webhooks, log, targets, now }) => {
    const settings = settingsIn(submission, targets);
    const updated = await webhooks.update({ employerId: employer.id, id }, async (current) => {
      precondition(webhookRecord(current));
      const amended = amendedWebhook(current, settings, now());
      if (settings.cursor !== undefined || settings.status === 'active') {
        requireCursor(amended.cursor, await log.last(employer.id));
        // Refuses a cursor whose events are no longer kept.
        await log.after(employer.id, { after: amended.cursor, limit: 1 });
      }
      return amended;
    });
    return { body: webhookRecord(found(updated)) };
  },
  { DELETE: deleteWebhook },
);
