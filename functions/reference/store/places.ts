import { readFileSync } from 'node:fs';
import { type Location, regionById, regions } from '../domain/location.ts';
import { catalogue, parseGazetteer, type Gazetteer, type Place } from '../domain/gazetteer.ts';
import type { Database, Key } from '../../platform/dynamodb/database.ts';
import { unlessConditionFails } from '../../platform/dynamodb/failures.ts';
import { locationKeys } from '../keys.ts';
import { tableKeys } from '../../platform/keys.ts';
import { placeFile } from './place-file.ts';

/** Ids assigned at run time start above all ids of the catalogue. */
const FIRST_RUNTIME_ID = 100_001;

/** The counter value of a run-time id: 1 for the first run-time id; 0 or less for an id of the catalogue. */
export const runtimeLocationNumber = (id: number): number => id - FIRST_RUNTIME_ID + 1;

let gazetteer: Gazetteer | undefined;

/** Read on first use: only writes and /locations need it. */
const readGazetteer = (): Gazetteer => (gazetteer ??= parseGazetteer(readFileSync(placeFile, 'utf8')));

/** A run-time id never changes, so a container never needs to read one twice. */
const registered = new Map<string, Location>();

/** How long a container caches the places with run-time ids, in milliseconds. */
const CACHE_MILLIS = 60_000;
/** The maximum number of places with run-time ids that a container reads: more than the gazetteer has. */
export const MAX_PLACES = 10_000;

let cached: { since: number; places: Promise<Location[]> } | undefined;

const location = ({ id, name, province }: { id: number; name: string; province: string }): Location => ({
  id,
  name,
  province,
});

/**
 * Finds the ids of places in jobs: fixed ids from a file, and stored ids for other places (guide: job-content 4 to 6).
 */
export function placeStore(db: Database, now: () => Date) {
  const get = async (key: Key): Promise<Location | undefined> => {
    const item = await db.get({ Key: key, ConsistentRead: true });
    return item && location(item as Location);
  };

  async function find(key: Key): Promise<Location | undefined> {
    const place = registered.get(key.SK) ?? (await get(key));
    if (place) registered.set(key.SK, place);
    return place;
  }

  async function register({ key: placeKey, name, province }: Place): Promise<Location> {
    const key = locationKeys.location(placeKey, province);
    const existing = await find(key);
    if (existing) return existing;
    const { n } = await db.update({
      Key: tableKeys.counter('LOCATION'),
      UpdateExpression: 'ADD #n :one',
      ExpressionAttributeNames: { '#n': 'n' },
      ExpressionAttributeValues: { ':one': 1 },
      ReturnValues: 'ALL_NEW',
    });
    const newLocation = { id: FIRST_RUNTIME_ID - 1 + n, name, province };
    // The stored id counts if another writer, or an earlier attempt of this writer, was first.
    await unlessConditionFails(
      db.put({ Item: { ...key, ...newLocation }, ConditionExpression: 'attribute_not_exists(PK)' }),
    );
    return (await get(key)) ?? newLocation;
  }

  const withId = async (place: Place | Location): Promise<Location> =>
    place.id === undefined ? register(place as Place) : location(place as Location);

  const readRegisteredLocations = async (): Promise<Location[]> => {
    const items = await db.query({
      Limit: MAX_PLACES,
      KeyConditionExpression: '#PK = :PK',
      ExpressionAttributeNames: { '#PK': 'PK' },
      ExpressionAttributeValues: { ':PK': locationKeys.location('', '').PK },
    });
    return items.slice(0, MAX_PLACES).map((item) => location(item as Location));
  };

  /** Read at most once a minute per container, because the operation is public. */
  async function getRegisteredLocations(): Promise<Location[]> {
    const time = now().getTime();
    const age = time - (cached?.since ?? Infinity);
    // If the clock was set back, the cache must not live longer.
    if (!cached || age < 0 || age >= CACHE_MILLIS) {
      cached = { since: time, places: readRegisteredLocations() };
    }
    const current = cached;
    try {
      return await current.places;
    } catch (error) {
      if (cached === current) cached = undefined;
      throw error;
    }
  }

  return {
    /** All known places. */
    gazetteer: readGazetteer,

    /** Assigns ids to the places of a job; a place that is named for the first time gets a permanent id. */
    assignLocationIds: async <Placed extends { locations: (Place | Location)[] }>(job: Placed) => ({
      ...job,
      locations: await Promise.all(job.locations.map(withId)),
    }),

    /**
     * Looks up the ids of the places of a job that is not stored: a place that would be named for the first time has
     * none.
     */
    lookUpLocationIds: async <Placed extends { locations: (Place | Location)[] }>(job: Placed) => ({
      ...job,
      locations: await Promise.all(
        job.locations.map(async (place) => {
          const isNew = 'key' in place && place.id === undefined;
          const existing = isNew ? await find(locationKeys.location(place.key, place.province)) : place;
          return location((existing ?? place) as Location);
        }),
      ),
    }),

    /** Finds the place with an id. */
    get: async (id: number): Promise<Location | undefined> =>
      id < FIRST_RUNTIME_ID
        ? (regionById(id) ?? readGazetteer().placesById.get(id))
        : (await getRegisteredLocations()).find((place) => place.id === id),

    /** Lists all places that have an id. */
    list: async (): Promise<Location[]> => [
      ...catalogue(readGazetteer()),
      ...regions,
      ...(await getRegisteredLocations()),
    ],
  };
}
