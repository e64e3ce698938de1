import { isTombstone } from '../../platform/dynamodb/tombstone.ts';
import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import type { DynamoDBRecord } from 'aws-lambda';
import type { Item, Key } from '../../platform/dynamodb/database.ts';
import { accounts, apiKeys } from './sources/accounts.ts';
import { applications } from './sources/applications.ts';
import { jobs } from './sources/jobs.ts';
import type { ItemChange, EventSource, EventFor } from './sources/event-source.ts';
import { webhooks } from './sources/webhooks.ts';

/** The types of items whose changes cause events. */
const kinds: readonly EventSource[] = [jobs, applications, accounts, apiKeys, webhooks];

/** A record of the table's stream, with the event of its change. */
export interface Change extends EventFor {
  source: EventSource['source'];
  sequenceNumber: string;
}

type Image = NonNullable<DynamoDBRecord['dynamodb']>['NewImage'];

const itemOf = (image: Image): Item | undefined =>
  image && unmarshall(image as Record<string, AttributeValue>);

/** The item, or undefined for a tombstone. */
const present = (item: Item | undefined): Item | undefined => (item && !isTombstone(item) ? item : undefined);

/** Parses a record of the stream; a record of any other item has no changes. Throws when it cannot be parsed. */
export function changesOf(record: DynamoDBRecord, idOf: ItemChange['idOf']): Change[] {
  const { Keys, NewImage, OldImage, SequenceNumber: sequenceNumber = '', ...stream } = record.dynamodb ?? {};
  const key = itemOf(Keys) as Key;
  const kind = kinds.find(({ matches: isOf }) => isOf(key));
  if (!kind) return [];
  const [old, written] = [itemOf(OldImage), itemOf(NewImage)];
  const at = (stream.ApproximateCreationDateTime ?? 0) * 1_000;
  // An item deleted without a tombstone was expired by DynamoDB, or deleted by hand.
  const by = written?.['by'] ?? { type: record.userIdentity ? 'schedule' : 'operator', at };
  const events = kind.eventsFor({ key, before: present(old), after: present(written), by, at, idOf });
  return events.map((each) => ({ ...each, source: kind.source, sequenceNumber }));
}
