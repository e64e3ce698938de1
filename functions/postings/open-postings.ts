import { openPosting } from './domain/posting.ts';
import type { Database } from '../platform/dynamodb/database.ts';
import { postingStore } from './store/postings.ts';
import { hasPassed } from '../platform/clock.ts';

/** Finds the open posting with a public id. Throws as `openPosting` does. */
export const openPostings = (db: Database) => async (publicId: string) =>
  openPosting(await postingStore(db).find(publicId), publicId, hasPassed);
