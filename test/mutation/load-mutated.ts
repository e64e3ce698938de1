import { globSync } from 'node:fs';
import { resolve } from 'node:path';

// Loaded before the tests, what a module does at its loading is seen to be at work before any test, not in the first.
await Promise.all(
  globSync('functions/{*/{domain,store},platform/{values,dynamodb}}/**/*.ts').map(
    (file) => import(resolve(file)),
  ),
);
