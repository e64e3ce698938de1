import type { Location as LocationRecord, LocationType } from '../../../schemas/reference-data.ts';
import { describePlace } from './gazetteer.ts';
import { regionById } from './regions.ts';

/** A place with its permanent id. */
export interface Location {
  id: number;
  name: string;
  province: string;
}

/** A place in a response (interface 2.2). The original API calls every city a Town, however large. */
export function locationRecord({
  id,
  name,
  province,
}: Location): Required<LocationRecord> & { type: LocationType } {
  const { description = describePlace({ name, province }), type = 'Town' } = regionById(id) ?? {};
  return { id, name, description, type };
}
