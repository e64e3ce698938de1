import { afterEach, expect, test } from '@jest/globals';
import { ConfigError, setting } from '../../functions/wiring/config.ts';

const before = { ...process.env };
afterEach(() => {
  process.env = { ...before };
});

test('A function in Lambda fails without TIME_ZONE and never assumes UTC', () => {
  delete process.env['TIME_ZONE'];
  expect(setting('TIME_ZONE')).toBe('UTC');
  process.env['AWS_LAMBDA_FUNCTION_NAME'] = 'CreateJob';
  expect(() => setting('TIME_ZONE')).toThrow(ConfigError);
  process.env['TIME_ZONE'] = 'America/Toronto';
  expect(setting('TIME_ZONE')).toBe('America/Toronto');
});
