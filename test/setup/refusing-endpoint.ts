import { answerOnWire, dynamoProxy, refuseOnWire } from './dynamo-proxy.ts';

const isRead = /^(?:GetItem|BatchGetItem|Query)$/;

/** A DynamoDB endpoint in front of the one at `engine` that passes reads on and refuses every write. */
export const refusingEndpoint = (engine: string) =>
  dynamoProxy(engine, async ({ operation, pass, response }) =>
    isRead.test(operation)
      ? answerOnWire(response, await pass())
      : refuseOnWire(response, 'ValidationException', { message: 'The write is refused.' }),
  );
