import { afterEach, describe, expect, test } from '@jest/globals';
import { ConfigError, setting } from '../../../functions/wiring/config.ts';

const before = { ...process.env };
afterEach(() => {
  process.env = { ...before };
});

describe('a function in Lambda', () => {
  test.each([
    ['TABLE_NAME', 'jobs', 'jobs-prod', 'jobs-prod'],
    ['TIME_ZONE', 'UTC', 'America/Toronto', 'America/Toronto'],
    ['RATE_LIMITS', false, 'on', true],
  ] as const)('fails without %s, and never works with its default', (name, fallback, given, value) => {
    delete process.env['AWS_LAMBDA_FUNCTION_NAME'];
    delete process.env[name];
    expect(setting(name)).toBe(fallback);
    process.env['AWS_LAMBDA_FUNCTION_NAME'] = 'CreateJob';
    expect(() => setting(name)).toThrow(ConfigError);
    process.env[name] = '';
    expect(() => setting(name)).toThrow(ConfigError);
    process.env[name] = given;
    expect(setting(name)).toBe(value);
  });
});
