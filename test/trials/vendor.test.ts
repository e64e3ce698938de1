import { execFile } from 'node:child_process';
import { copyFile, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from '@jest/globals';
import { npmStart, bareEnvironment } from '../setup/local-start.ts';
import { projectWithClient } from '../setup/packed-client.ts';

const run = promisify(execFile);
const root = join(import.meta.dirname, '../..');

/** The number of employers of the vendor. */
const EMPLOYERS = Number(process.env['VENDOR_EMPLOYERS'] ?? 20);

/** Sets the clock three minutes ahead, because a deletion must wait for two minutes after the suspension. */
const LATER = `globalThis.Date = class extends Date {
  constructor(...given) { super(...(given.length > 0 ? given : [new.target.now()])); }
  static now() { return super.now() + 180_000; }
};`;

test('a vendor posts for many employers, reads all their events, rotates its key, syncs with a restricted key and releases an employer', async () => {
  const service = await npmStart({ environment: { WEBHOOK_TARGETS: 'any' } });
  const { folder, remove } = await projectWithClient();
  const [program, later, exported] = ['vendor.mjs', 'later.mjs', 'export'].map((name) => join(folder, name));
  try {
    const { apiKey } = await service.admin('partner', 'create', '--name', 'Acme ATS');
    await copyFile(join(import.meta.dirname, 'vendor.mjs'), program!);
    await writeFile(later!, LATER);
    const { stdout } = await run(process.execPath, [program!], {
      cwd: folder,
      env: {
        ...bareEnvironment(),
        NODE_OPTIONS: `--import=${later}`,
        DATA_DIR: service.dataDir,
        SERVICE_URL: `${service.origin}/api/v1.1`,
        SERVICE_FOLDER: root,
        EXPORT: exported,
        PARTNER_KEY: apiKey,
        EMPLOYERS: String(EMPLOYERS),
      },
    });
    expect(JSON.parse(stdout)).toMatchObject({
      holds: { jobs: 10 },
      deleted: { jobs: 10 },
      left: EMPLOYERS - 1,
      jobs: 10 * (EMPLOYERS - 1),
      refused: 'permission_missing',
      isFollowed: true,
    });
    const events = (await readFile(join(exported!, 'events.jsonl'), 'utf8')).match(/"job\.created"/g);
    expect(events).toHaveLength(10);
  } finally {
    await service.stop();
    await remove();
  }
});
