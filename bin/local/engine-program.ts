import { createRequire } from 'node:module';
import { StartFailure } from './start-failure.ts';

/** The path of the embedded engine's program in its package, by platform. */
const programs: Record<string, string> = {
  'linux-x64': '@dynoxide/linux-x64/dynoxide',
  'linux-arm64': '@dynoxide/linux-arm64/dynoxide',
  'darwin-x64': '@dynoxide/darwin-x64/dynoxide',
  'darwin-arm64': '@dynoxide/darwin-arm64/dynoxide',
  'win32-x64': '@dynoxide/win32-x64/dynoxide.exe',
};

const { resolve } = createRequire(import.meta.url);

/** The path of the engine's program. Throws StartFailure when it is not installed or not available for the platform. */
export function engineProgram(platform = `${process.platform}-${process.arch}`): string {
  try {
    return resolve(programs[platform] ?? '');
  } catch {
    throw new StartFailure(
      `The embedded engine is not installed for ${platform}: ` +
        `run npm ci, or set AWS_ENDPOINT_URL_DYNAMODB to the address of a DynamoDB.`,
    );
  }
}
