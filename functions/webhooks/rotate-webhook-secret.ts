import { writtenBy } from '../platform/dynamodb/last-write.ts';
import { authenticatedOperation } from '../accounts/authenticated-operation.ts';
import { serviceSecretNumber, signingSecretsOf, rotateSecret } from './domain/webhook.ts';
import { webhookWritesFor } from './services.ts';

/** Guide: receive-webhooks 8. */
export const handler = authenticatedOperation(
  'rotateWebhookSecret',
  webhookWritesFor,
  async ({ caller: { account, author }, id, found }, { webhooks, secrets, now }) => {
    const key = { employerId: account.id, id, by: writtenBy(author, now()) };
    const service = await secrets();
    const webhook = found(
      await webhooks.update(key, (current) => rotateSecret(current, now(), serviceSecretNumber(service))),
    );
    const [secret] = signingSecretsOf(service, webhook, now());
    return { body: { secret, formerUntil: webhook.formerSecrets[0]?.until } };
  },
);
