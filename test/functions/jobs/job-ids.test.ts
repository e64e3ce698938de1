import {
  DynamoDBClient,
  GetItemCommand,
  PutItemCommand,
  TransactWriteItemsCommand,
  UpdateItemCommand,
} from '@aws-sdk/client-dynamodb';
import { marshall } from '@aws-sdk/util-dynamodb';
import { afterAll, expect, test } from '@jest/globals';
import { mockClient } from 'aws-sdk-client-mock';
import { keys } from '../../../functions/platform/dynamodb/table.ts';
import { INT32_MAX } from '../../../schemas/limits.ts';
import { aJob } from '../../setup/a-job.ts';
import { startService } from '../../setup/service.ts';

const service = await startService({ mayFail: true });
afterAll(service.close);

// A mock, because exhausting the engine's only counter of job ids would affect every other suite.
test('503s with nothing applied once every Int32 job id is used', async () => {
  const acme = await service.newEmployer();
  const dynamo = mockClient(DynamoDBClient);
  dynamo.on(GetItemCommand).resolves({ Item: marshall({ ...acme.key, employer: acme.employer }) });
  dynamo.on(UpdateItemCommand, { Key: marshall(keys.numbers(acme.employer.id)) }).resolves({
    Attributes: marshall({ idsDrawn: 1, lastPosition: 1 }),
  });
  dynamo
    .on(UpdateItemCommand, { Key: marshall(keys.counter('JOB')) })
    .resolves({ Attributes: marshall({ n: INT32_MAX + 1 }) });
  const { status, headers, body } = await acme.post('/jobs', aJob());
  expect({ status, code: body.code, outcome: body.outcome }).toEqual({
    status: 503,
    code: 'service_unavailable',
    outcome: 'not-applied',
  });
  expect(headers.get('retry-after')).toMatch(/^[1-5]$/);
  expect(dynamo.commandCalls(TransactWriteItemsCommand)).toHaveLength(0);
  dynamo.restore();
});

// A mock, because every block that the engine leases is leased for good.
test('uses no id of a block that does not name its employer yet, so that every posting is found by its id', async () => {
  const acme = await service.newEmployer();
  // From then on, it is known who sends.
  await acme.get('/jobs/none');
  const dynamo = mockClient(DynamoDBClient);
  dynamo.on(GetItemCommand).resolves({ Item: marshall({ ...acme.key, employer: acme.employer }) });
  dynamo.on(UpdateItemCommand, { Key: marshall(keys.numbers(acme.employer.id)) }).resolves({
    Attributes: marshall({ idsDrawn: 1, lastPosition: 1, publishDate: '2030-01-01' }),
  });
  dynamo
    .on(UpdateItemCommand, { Key: marshall(keys.counter('JOB')) })
    .resolves({ Attributes: marshall({ n: 640 }) });
  dynamo.on(PutItemCommand).rejects(new Error('The function ends here.'));
  expect((await acme.post('/jobs', aJob())).status).toBe(500);
  const [block] = dynamo.commandCalls(PutItemCommand);
  expect(block?.args[0].input.Item).toEqual(marshall({ ...keys.idBlock(9), employerId: acme.employer.id }));
  const updates = dynamo.commandCalls(UpdateItemCommand).map(({ args }) => args[0].input.UpdateExpression);
  expect(updates.filter((text) => text?.includes('block'))).toEqual([]);
  expect(dynamo.commandCalls(TransactWriteItemsCommand)).toHaveLength(0);
  dynamo.restore();
});
