import { authenticatedOperation } from './authenticated-operation.ts';
import { keyRecord } from './domain/api-key.ts';
import { keyServicesFor } from './services.ts';

export const handler = authenticatedOperation('listKeys', keyServicesFor, async ({ caller }, { keys }) => ({
  body: { data: (await keys.list(caller.account.id)).map((key) => keyRecord(key, caller)) },
}));
