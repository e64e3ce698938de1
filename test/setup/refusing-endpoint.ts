import { answerOnWire, dynamoProxy, refuseOnWire } from './dynamo-proxy.ts';

const isRead = /^(?:GetItem|BatchGetItem|Query)$/;

/** A DynamoDB endpoint before the one at `engine` that lets reads through and refuses every write for good. */
export const refusingEndpoint = (engine: string) =>
  dynamoProxy(engine, async ({ operation, pass, response }) =>
    isRead.test(operation)
      ? answerOnWire(response, await pass())
      : refuseOnWire(response, 'ValidationException', { message: 'The write is refused.' }),
  );
