import { operationHandler } from '../http/chain.ts';
import { newWebhook, secretNumber, secretsOf, webhookRecord } from './domain/webhook.ts';
import { settingsIn } from './domain/webhook-settings.ts';
import { webhookSettingsFor } from './services.ts';

/** Interface 14.1. */
export const handler = operationHandler(
  'createWebhook',
  webhookSettingsFor,
  async ({ employer, submission, address }, { webhooks, log, targets, secrets, now }) => {
    const settings = settingsIn(submission, targets);
    const service = await secrets();
    const begin = {
      cursor: await log.last(employer.id),
      createdAt: now().toISOString(),
      serviceSecret: secretNumber(service),
    };
    const webhook = await webhooks.create(employer.id, (key) => newWebhook(settings, { ...key, ...begin }));
    const [secret] = secretsOf(service, webhook, now());
    return {
      body: { ...webhookRecord(webhook), secret },
      headers: { location: address(`/webhooks/${webhook.id}`) },
    };
  },
);
