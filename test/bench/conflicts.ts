import { setTimeout as delay } from 'node:timers/promises';
import { BASE_PATH } from '../../schemas/operations.ts';
import { respondOnWire, dynamoProxy, respondWithException, type WireCall } from '../setup/dynamo-proxy.ts';
import { sampleBody } from './sample-job.ts';
import { startSubject } from './subject.ts';

/** The number of simultaneous writers of one employer, and of jobs that each creates. */
const WRITERS = 50;
const CREATIONS = 8;

/** How long a transaction locks its items, in milliseconds: about as long as on AWS. */
const TRANSACTION_MILLIS = 5;

type Keyed = Record<string, { Key?: object; Item?: { PK: object; SK: object } }>;

const keyOf = ({ Key, Item }: Keyed[string]) => JSON.stringify(Key ?? { PK: Item?.PK, SK: Item?.SK });

/** Refuses calls that conflict with a running transaction, as only AWS does. `seen` counts transactions. */
function conflictModel() {
  const held = new Set<string>();
  let seen = 0;
  const handle = async ({ operation, body, pass, response }: WireCall) => {
    if (operation !== 'TransactWriteItems') {
      const write = JSON.parse(body) as Keyed[string];
      const conflicts = /^(?:Put|Update|Delete)Item$/.test(operation) && held.has(keyOf(write));
      return conflicts
        ? respondWithException(response, 'TransactionConflictException')
        : respondOnWire(response, await pass());
    }
    seen += 1;
    const { TransactItems } = JSON.parse(body) as { TransactItems: Keyed[] };
    const keys = TransactItems.flatMap((write) => Object.values(write).map(keyOf));
    if (keys.some((key) => held.has(key))) {
      const CancellationReasons = keys.map((key) => ({
        Code: held.has(key) ? 'TransactionConflict' : 'None',
      }));
      return respondWithException(response, 'TransactionCanceledException', { CancellationReasons });
    }
    for (const key of keys) held.add(key);
    await delay(TRANSACTION_MILLIS);
    const answer = await pass();
    for (const key of keys) held.delete(key);
    return respondOnWire(response, answer);
  };
  return { handle, seen: () => seen };
}

/**
 * Measures how many transactions a creation takes with 50 simultaneous writers of one employer and conflicts as on AWS.
 */
export async function attemptsPerCreation(engine: string, apiKey: string): Promise<number> {
  const { handle, seen } = conflictModel();
  const proxy = await dynamoProxy(engine, handle);
  const service = await startSubject('service-process.ts', apiKey, {
    variables: { AWS_ENDPOINT_URL_DYNAMODB: proxy.endpoint },
    connections: WRITERS,
  });
  try {
    await Promise.all(
      Array.from({ length: WRITERS }, async (_, writer) => {
        for (let n = 0; n < CREATIONS; n += 1) {
          const body = JSON.stringify(sampleBody({ referenceId: `CONFLICT-${writer}-${n}` }));
          const { status, text } = await service.request({ method: 'POST', path: `${BASE_PATH}/jobs`, body });
          if (status !== 201) throw new Error(`A creation answered ${status}: ${text}`);
        }
      }),
    );
    return seen() / (WRITERS * CREATIONS);
  } finally {
    await service.stop();
    await proxy.close();
  }
}
