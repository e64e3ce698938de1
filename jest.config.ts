import { availableParallelism } from 'node:os';
import type { Config } from 'jest';

export default {
  // Node loads the suites, and strips their types.
  runtime: '<rootDir>/test/setup/node-runtime.ts',
  testEnvironment: '<rootDir>/test/setup/worker-environment.ts',
  transform: {},
  testMatch: ['<rootDir>/test/**/*.test.ts'],
  testPathIgnorePatterns: [
    '/node_modules/',
    ...['browser', 'bundles', 'deployment', 'generators', 'trials'].map(
      (folder) => `<rootDir>/test/${folder}/`,
    ),
  ],
  setupFilesAfterEnv: ['<rootDir>/test/setup/log-watch.ts'],
  globalSetup: '<rootDir>/test/setup/global-setup.ts',
  globalTeardown: '<rootDir>/test/setup/global-teardown.ts',
  reporters: ['default', '<rootDir>/test/setup/run-reporter.ts'],
  modulePathIgnorePatterns: ['<rootDir>/dist/'],
  randomize: true,
  // Workers also wait: for the engine, and for programs that they start.
  maxWorkers: availableParallelism() + 1,
  // The modules of ended suites stay in memory until their worker is replaced; the next one loads all packages again.
  workerIdleMemoryLimit: '500MB',
  // A busy machine takes longer than Jest's half second to end a worker.
  workerGracefulExitTimeout: 10_000,
  testTimeout: 300_000,
} satisfies Config;
