import { locationRecord } from './domain/job-record.ts';
import { Refusal } from './domain/refusal.ts';
import { endpointWith } from './http/chain.ts';
import { placeServicesFor } from './services.ts';

/** Interface 4.2. */
export const handler = endpointWith(placeServicesFor)('getLocation', async ({ id }, { places }) => {
  const place = await places.get(id);
  if (!place) throw new Refusal('entry_not_found');
  return { body: locationRecord(place) };
});
