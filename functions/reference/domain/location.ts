import type { Location as LocationRecord } from '../../../schemas/reference-data.ts';
import { describePlace } from './gazetteer.ts';

/** A place with its permanent id. */
export interface Location {
  id: number;
  name: string;
  province: string;
}

/** A place in a response (interface 2.2). The original API calls every place a Town, even a city. */
export const locationRecord = (location: Location): Required<LocationRecord> => ({
  id: location.id,
  name: location.name,
  description: describePlace(location),
  type: 'Town',
});
