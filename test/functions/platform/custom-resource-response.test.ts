import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { afterAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { CloudFormationCustomResourceEvent } from 'aws-lambda';
import { respond } from '../../../functions/platform/create-signing-secret.ts';

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
afterAll(() => {
  cloudFormation.close();
});

describe('the response of a custom resource', () => {
  test('names the resource and has no content type', async () => {
    await respond(event, 'SigningSecret', Promise.resolve());
    expect(requests).toEqual([{ Status: 'SUCCESS', PhysicalResourceId: 'SigningSecret', ...ids }]);
  });

  test('fails the deployment with the reason when the work fails', async () => {
    await respond(event, 'SigningSecret', Promise.reject(new Error('no table')));
    expect(requests).toMatchObject([{ Status: 'FAILED', Reason: 'Error: no table' }]);
  });

  test('throws when CloudFormation refuses the response, so that Lambda runs the function again', async () => {
    status = 403;
    await expect(respond(event, 'SigningSecret', Promise.resolve())).rejects.toThrow('answered 403');
  });
});
