import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { confirmationsBefore } from '../domain/confirmation-event.ts';
import type { ApplicationKey } from '../domain/application-id.ts';
import type { Recorded } from '../domain/mail-queue.ts';
import type { ConfirmationState } from '../../../schemas/application.ts';
import { writtenBy } from '../../platform/values/last-write.ts';
import type { Database } from '../../platform/dynamodb/database.ts';
import { keys } from '../../platform/dynamodb/table.ts';
import { isTombstone } from '../../platform/dynamodb/tombstone.ts';

/**
 * Records in an application what has become of its confirmation, which only moves forward. Says `moved` when it has
 * gone on before, and `gone` when the application was erased.
 */
export async function recordConfirmation(
  db: Database,
  { employerId, number }: ApplicationKey,
  state: NonNullable<ConfirmationState>,
  at: Date,
): Promise<Recorded> {
  const before = confirmationsBefore(state);
  try {
    await db.update({
      Key: keys.application(employerId, number),
      UpdateExpression: 'SET #confirmation = :state, #version = #version + :one, #by = :by',
      ConditionExpression: `#confirmation IN (${before.map((_, index) => `:before${index}`).join(', ')})`,
      ExpressionAttributeNames: { '#confirmation': 'confirmation', '#version': 'version', '#by': 'by' },
      ExpressionAttributeValues: {
        ':state': state,
        ':one': 1,
        ':by': writtenBy({ type: 'mail' }, at),
        ...Object.fromEntries(before.map((each, index) => [`:before${index}`, each])),
      },
      ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
    });
    return 'recorded';
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) throw error;
    return error.Item && !isTombstone(error.Item) ? 'moved' : 'gone';
  }
}
