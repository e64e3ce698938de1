import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import type { Recorded } from '../domain/mail-queue.ts';
import { isTombstone } from '../../platform/dynamodb/tombstone.ts';

/**
 * Whether a change of an application was made; if its condition failed, whether the application has changed since or was
 * erased. The change asks for what it found: `ReturnValuesOnConditionCheckFailure`. Other errors pass through.
 */
export async function recorded(change: Promise<unknown>): Promise<Recorded> {
  try {
    await change;
    return 'recorded';
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) throw error;
    return error.Item && !isTombstone(error.Item) ? 'moved' : 'gone';
  }
}
