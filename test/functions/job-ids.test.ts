import {
  GetCommand,
  TransactWriteCommand,
  UpdateCommand,
  DynamoDBDocumentClient,
} from '@aws-sdk/lib-dynamodb';
import { afterAll, expect, test } from '@jest/globals';
import { mockClient } from 'aws-sdk-client-mock';
import { keys } from '../../functions/store/table.ts';
import { INT32_MAX } from '../../schemas/limits.ts';
import { aJob } from '../setup/a-job.ts';
import { startService } from '../setup/service.ts';

const service = await startService();
afterAll(service.close);

// A mock, because exhausting the engine's only counter of job ids would affect every other suite.
test('503s with nothing applied once every Int32 job id is used', async () => {
  const acme = await service.newEmployer();
  const dynamo = mockClient(DynamoDBDocumentClient);
  dynamo.on(GetCommand).resolves({ Item: { ...acme.key, employer: acme.employer } });
  dynamo.on(UpdateCommand, { Key: keys.numbers(acme.employer.id) }).resolves({
    Attributes: { idsDrawn: 1, lastPosition: 1 },
  });
  dynamo.on(UpdateCommand, { Key: keys.counter('JOB') }).resolves({ Attributes: { n: INT32_MAX + 1 } });
  const { status, headers, body } = await acme.post('/jobs', aJob());
  expect({ status, code: body.code, outcome: body.outcome }).toEqual({
    status: 503,
    code: 'service_unavailable',
    outcome: 'not-applied',
  });
  expect(headers.get('retry-after')).toMatch(/^[1-5]$/);
  expect(dynamo.commandCalls(TransactWriteCommand)).toHaveLength(0);
  dynamo.restore();
});
