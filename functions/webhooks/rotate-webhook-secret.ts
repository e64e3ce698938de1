import { operationHandler } from '../http/chain.ts';
import { secretsOf, withNewSecret } from './domain/webhook.ts';
import { webhookWritesFor } from './services.ts';

/** Interface 14.6. */
export const handler = operationHandler(
  'rotateWebhookSecret',
  webhookWritesFor,
  async ({ employer, id, found }, { webhooks, signingKey, now }) => {
    const key = { employerId: employer.id, id };
    const webhook = found(await webhooks.update(key, (current) => withNewSecret(current, now())));
    const [secret] = secretsOf(await signingKey(), webhook, now());
    return { body: { secret, formerUntil: webhook.formerSecrets[0]?.until } };
  },
);
