import config from './jest.config.ts';

// Handlers with mocked clients of AWS need no engine and no service, so no permission is used.
const { globalSetup: _, globalTeardown: __, reporters: ___, ...others } = config;

export default { ...others, testMatch: ['<rootDir>/test/handlers/*.test.ts'] };
