import { parseArgs } from 'node:util';
import { CreateTableCommand } from '@aws-sdk/client-dynamodb';
import { createClient } from '../../functions/platform/dynamodb/client.ts';
import { tableDefinition } from '../../functions/platform/dynamodb/table.ts';
import { startEngine } from '../setup/engine.ts';
import { simulateYear } from './year.ts';

const { values } = parseArgs({
  options: {
    jobs: { type: 'string', default: '2000' },
    employers: { type: 'string', default: '12' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
  },
});

const tableName = 'simulated-year';
const engine = await startEngine();
const client = createClient(engine);
await client.send(new CreateTableCommand(tableDefinition(tableName)));
const started = performance.now();
process.stderr.write(`seed ${values.seed}\n`);
try {
  const happened = await simulateYear({
    client,
    tableName,
    jobs: Number(values.jobs),
    employers: Number(values.employers),
    seed: Number(values.seed),
    settled: () => Promise.resolve(),
    onDay: (day, days) => {
      if (process.stderr.isTTY) process.stderr.write(`\r\u001B[Kday ${day} of ${days}`);
    },
  });
  const seconds = Math.round((performance.now() - started) / 1_000);
  process.stdout.write(`${JSON.stringify({ seed: Number(values.seed), seconds, ...happened })}\n`);
} finally {
  client.destroy();
  await engine.stop();
}
