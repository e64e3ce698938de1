import type { Context } from 'aws-lambda';
import { createGateway } from '../../bin/local/gateway.ts';
import { loadFunction } from '../../bin/modules.ts';
import { lambdaContext } from '../../bin/local/lambda.ts';
import type { Usage } from '../../functions/platform/dynamodb/database.ts';
import { functionNameOf, type ScheduledId } from '../../lib/function-table.ts';
import { reportWithOption, type Report } from './report.ts';
import { countRoundTrips } from './round-trips.ts';

/** The service in a separate process, which reports the cost of the last request. */
const roundTrips = countRoundTrips();
let last: Report['last'];

// The service reports the cost of a request in its request log.
// oxlint-disable-next-line no-console -- the handlers log with it
console.log = (line: string) => {
  const { calls, readUnits, writeUnits } = JSON.parse(line) as Usage;
  last = { calls, readUnits, writeUnits, roundTrips: roundTrips.take() };
};

async function runScheduled(id: ScheduledId) {
  const name = functionNameOf(id);
  const handler = (await loadFunction(name)) as (input: object, context: Context) => Promise<unknown>;
  await handler(
    {},
    lambdaContext(name, id, () => Infinity),
  );
}

reportWithOption(() => last, runScheduled);
const port = await createGateway().listen(0);
process.env['BASE_URL'] = `http://127.0.0.1:${port}`;
process.send?.({ port });
