import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { beforeEach, describe, expect, test } from '@jest/globals';
import type { CloudFormationCustomResourceEvent } from 'aws-lambda';
import { lambdaContext } from '../../../bin/local/lambda.ts';
import { handler, respond, retryUntilAllowed } from '../../../functions/platform/create-signing-secret.ts';

const requests: unknown[] = [];
let status = 200;
const cloudFormation = createServer((request, response) => {
  void json(request).then((body) => {
    requests.push({ contentType: request.headers['content-type'], ...(body as object) });
    return response.writeHead(status).end();
  });
});
await once(cloudFormation.listen(0), 'listening');
const { port } = cloudFormation.address() as AddressInfo;
const ids = { StackId: 'stack', RequestId: 'request', LogicalResourceId: 'logical' };
const event = {
  ...ids,
  ResponseURL: `http://localhost:${port}/`,
} as CloudFormationCustomResourceEvent;

beforeEach(() => {
  requests.length = 0;
  status = 200;
});

describe('the response of a custom resource', () => {
  test.each(['Create', 'Delete'])(
    'names the resource, without a content type, after the %s of the signing secret',
    async (RequestType) => {
      const context = lambdaContext('create-signing-secret', 'deployment', () => 60_000);
      await handler({ ...event, RequestType } as CloudFormationCustomResourceEvent, context);
      expect(requests).toEqual([{ Status: 'SUCCESS', PhysicalResourceId: 'SigningSecret', ...ids }]);
    },
  );

  test('fails the deployment with the reason when the work fails', async () => {
    await respond(event, 'SigningSecret', Promise.reject(new Error('no table')));
    expect(requests).toMatchObject([{ Status: 'FAILED', Reason: 'Error: no table' }]);
  });

  test('throws when CloudFormation refuses the response, so that Lambda runs the function again', async () => {
    status = 403;
    await expect(respond(event, 'SigningSecret', Promise.resolve())).rejects.toThrow('answered 403');
  });
});

/** Work that fails some times with an error. */
const failing = (times: number, error: Error) => {
  let attempts = 0;
  return {
    attempts: () => attempts,
    work: async () => {
      attempts += 1;
      if (attempts <= times) throw error;
    },
  };
};

describe('the work for a custom resource', () => {
  const denied = Object.assign(new Error('not authorized'), { name: 'AccessDeniedException' });

  test('is repeated while the new role is not allowed yet', async () => {
    const { work, attempts } = failing(2, denied);
    await retryUntilAllowed(work, [0, 0]);
    expect(attempts()).toBe(3);
  });

  test.each([
    ['the role is never allowed', 9, denied, 3],
    ['it fails for another reason', 1, new Error('no table'), 1],
  ])('fails when %s', async (_, times, error, count) => {
    const { work, attempts } = failing(times, error);
    await expect(retryUntilAllowed(work, [0, 0])).rejects.toThrow(error);
    expect(attempts()).toBe(count);
  });
});
