import { confirmationsBefore } from '../domain/confirmation-event.ts';
import type { ApplicationKey } from '../domain/application-id.ts';
import type { Recorded } from '../domain/mail-queue.ts';
import type { ConfirmationState } from '../../../schemas/application.ts';
import { writtenBy } from '../../platform/values/last-write.ts';
import { listed } from '../../platform/dynamodb/conditional-writes.ts';
import type { Database } from '../../platform/dynamodb/database.ts';
import { keys } from '../../platform/dynamodb/table.ts';
import { recorded } from './recorded.ts';

/**
 * Records in an application what has become of its confirmation, which only moves forward. Says `moved` when it has
 * gone on before, and `gone` when the application was erased.
 */
export function recordConfirmation(
  db: Database,
  { employerId, number }: ApplicationKey,
  state: NonNullable<ConfirmationState>,
  at: Date,
): Promise<Recorded> {
  const { list, values } = listed(confirmationsBefore(state));
  return recorded(
    db.update({
      Key: keys.application(employerId, number),
      UpdateExpression: 'SET #confirmation = :state, #version = #version + :one, #by = :by',
      ConditionExpression: `#confirmation IN (${list})`,
      ExpressionAttributeNames: { '#confirmation': 'confirmation', '#version': 'version', '#by': 'by' },
      ExpressionAttributeValues: {
        ':state': state,
        ':one': 1,
        ':by': writtenBy({ type: 'mail' }, at),
        ...values,
      },
      ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
    }),
  );
}
