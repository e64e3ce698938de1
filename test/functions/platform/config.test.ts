import { afterEach, describe, expect, test } from '@jest/globals';
import { commandSetting } from '../../../bin/config.ts';
import { setting, ConfigError } from '../../../functions/platform/config.ts';

const before = { ...process.env };
afterEach(() => {
  process.env = { ...before };
});

describe('a function in Lambda', () => {
  test.each([
    ['TABLE_NAME', 'jobs', 'jobs-prod', 'jobs-prod'],
    ['TIME_ZONE', 'UTC', 'America/Toronto', 'America/Toronto'],
    ['RATE_LIMITS', false, 'on', true],
    ['FILES_BUCKET', undefined, 'files-prod', 'files-prod'],
    ['APPLICATION_RETENTION_DAYS', 365, '30', 30],
    ['CURRENCY', 'CAD', 'USD', 'USD'],
    ['MAIL_FROM', 'applications@localhost', 'jobs@example.com', 'jobs@example.com'],
    ['MAIL_CONFIGURATION_SET', undefined, 'mail-prod', 'mail-prod'],
    ['OPERATOR_NAME', 'Demo Job Board', 'Jobs in Acme Town', 'Jobs in Acme Town'],
    ['OPERATOR_EMAIL', 'operator@example.com', 'jobs@acme.test', 'jobs@acme.test'],
    ['OPERATOR_PRIVACY_URL', 'https://example.com/privacy', 'https://acme.test/p', 'https://acme.test/p'],
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

describe('a setting that breaks its rule', () => {
  test.each([
    ['APPLICATION_RETENTION_DAYS', ['29', '731', '1e2', '365.0', '-365']],
    ['CONFIRMATIONS_PER_DAY', ['-1', '1000001', '5,000', 'off']],
    ['MAILS_PER_ADDRESS', ['0', '1000001', 'off']],
    ['EVENT_RETENTION_DAYS', ['6', '731', '0', '90 days']],
    ['CURRENCY', ['cad', 'Can$', 'CADD']],
    ['POSTING_LAWS', ['Canada', 'on', 'ontario']],
    ['WEBHOOK_TARGETS', ['all', 'Public']],
    ['LOG_LEVEL', ['debug', 'INFO', 'off']],
    ['MAIL_NAME', [' Jobs', 'Jobs ', 'Jobs <jobs@example.com>', 'a@b', '"Jobs"', '=?utf-8?q?a?=']],
    ['MAIL_NAME', ['a\nb', 'a\u202Eb', 'x'.repeat(65)]],
    ['MAIL_FROM', ['jobs', 'Jobs <jobs@example.com>', 'a@b\nBcc: c@d']],
    [
      'TRUSTED_PROXY',
      [
        'X-Forwarded-For X-Proxy-Proof',
        `X-Forwarded-For ${'0'.repeat(64)}`,
        `X-Forwarded-For X-Proxy-Proof ${'0'.repeat(63)}`,
        `Forwarded X-Proxy-Proof ${'0'.repeat(64)}`,
      ],
    ],
    ['SMTP_URL', ['localhost:25', 'http://localhost', 'smtp://']],
  ] as const)('makes the function fail with a message that states the rule: %s', (name, values) => {
    for (const value of values) {
      process.env[name] = value;
      expect(() => setting(name)).toThrow(`${name} must be `);
    }
  });

  test('makes a command fail with a message that states the rule', () => {
    for (const port of ['65536', '-1', 'http']) {
      process.env['PORT'] = port;
      expect(() => commandSetting('PORT')).toThrow('PORT must be a whole number from 0 to 65535');
    }
  });
});
