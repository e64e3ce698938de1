import { authenticatedOperation } from '../accounts/authenticated-operation.ts';
import { creatorOf } from '../accounts/domain/api-key.ts';
import { isPartner } from '../accounts/domain/employer.ts';
import { writtenBy } from '../platform/dynamodb/last-write.ts';
import { newWebhook, serviceSecretNumber, signingSecretsOf, webhookRecord } from './domain/webhook.ts';
import { parseSettings } from './domain/webhook-settings.ts';
import { webhookWritesFor } from './services.ts';

/** Guide: receive-webhooks 2. */
export const handler = authenticatedOperation(
  'createWebhook',
  webhookWritesFor,
  async ({ caller, submission, address }, { webhooks, events, targets, secrets, now }) => {
    const { account, author } = caller;
    const settings = parseSettings(submission, targets);
    const service = await secrets();
    const created = { createdAt: now().toISOString(), createdBy: creatorOf(caller) };
    const begin = { ...created, serviceSecret: serviceSecretNumber(service), by: writtenBy(author, now()) };
    const cursor = isPartner(account) ? null : await events.last(account.id);
    const webhook = await webhooks.create(account.id, (key) =>
      newWebhook(settings, { ...key, ...begin, cursor }),
    );
    const [secret] = signingSecretsOf(service, webhook, now());
    const body = { ...webhookRecord(webhook), secret };
    return { body, headers: { location: address(`/webhooks/${webhook.id}`) } };
  },
);
