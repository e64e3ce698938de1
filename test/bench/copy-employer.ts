import { DatabaseSync } from 'node:sqlite';
import { ID_BLOCK } from '../../functions/jobs/keys.ts';

interface Copies {
  /** The path of the engine's database. */
  file: string;
  tableName: string;
  /** The number of jobs of the first employer; their ids begin at 1. */
  size: number;
  /** The id of the last employer. */
  last: number;
}

/**
 * Copies the jobs of employer 1 to the other employers, with new ids and with their index rows. It writes to the
 * engine's database directly: through the engine, a million jobs would take an hour.
 */
export function copyEmployer({ file, tableName, size, last }: Copies): void {
  const ids = Math.ceil(size / ID_BLOCK) * ID_BLOCK;
  const database = new DatabaseSync(file, { timeout: 60_000 });
  const copied = (sortKey: string) => ({
    partition: (name: string) => `replace(${name}, 'E#1', 'E#' || n)`,
    sort: `'S:J#' || (substr(${sortKey}, 5) + (n - 1) * ${ids})`,
    json: `replace(replace(replace(item_json, 'E#1', 'E#' || n),
      '"J#' || substr(${sortKey}, 5) || '"', '"J#' || (substr(${sortKey}, 5) + (n - 1) * ${ids}) || '"'),
      '"id":{"N":"' || substr(${sortKey}, 5), '"id":{"N":"' || (substr(${sortKey}, 5) + (n - 1) * ${ids}))`,
  });
  const others = `WITH RECURSIVE other(n) AS (SELECT 2 UNION ALL SELECT n + 1 FROM other WHERE n < ${last})`;
  const copy = (table: string, columns: string, values: string, of: string) =>
    database.exec(`${others} INSERT INTO "${table}" (${columns}) SELECT ${values} FROM other CROSS JOIN "${table}"
      WHERE ${of}pk = 'S:E#1' AND ${of}sk LIKE 'S:J#%'`);
  try {
    database.exec('PRAGMA synchronous = OFF; PRAGMA cache_size = -1000000');
    const own = copied('sk');
    copy(
      tableName,
      'pk, sk, item_json, item_size, hash_prefix',
      `${own.partition('pk')}, ${own.sort}, ${own.json}, item_size, hash_prefix`,
      '',
    );
    const indexed = copied('table_sk');
    const indexes = database
      .prepare("SELECT name FROM sqlite_master WHERE type = 'table' AND name LIKE ?")
      .all(`${tableName}::gsi::%`);
    for (const { name } of indexes) {
      copy(
        String(name),
        'gsi_pk, gsi_sk, table_pk, table_sk, item_json',
        `${indexed.partition('gsi_pk')}, gsi_sk, ${indexed.partition('table_pk')}, ${indexed.sort}, ${indexed.json}`,
        'table_',
      );
    }
    database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  } finally {
    database.close();
  }
}
