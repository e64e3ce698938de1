import config from './jest.config.ts';

// Handlers with mocked clients of AWS need no engine and no service.
const { globalSetup: _, globalTeardown: __, ...others } = config;

export default { ...others, testMatch: ['<rootDir>/test/handlers/*.test.ts'] };
