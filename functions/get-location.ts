import { locationRecord } from './domain/job-record.ts';
import { Refusal } from './domain/refusal.ts';
import { endpoint } from './endpoint.ts';

/** Notes, "Reference data". */
export const handler = endpoint('getLocation', async ({ id }, { places }) => {
  const place = await places.get(id);
  if (!place) throw new Refusal('entry_not_found');
  return { body: locationRecord(place) };
});
