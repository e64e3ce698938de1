import { statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import type { DynamoDBRecord } from 'aws-lambda';
import { dataFiles } from './data-folder.ts';

/** How long a change waits for a lock on the engine's database, in milliseconds. */
const LOCK_TIMEOUT_MILLIS = 1_000;

/**
 * Adds an index for the highest sequence number of the stream. The engine looks it up for each new record, and without
 * an index reads all records, so that writes become slower with each record.
 */
export function indexStream(dataDir: string): void {
  let database: DatabaseSync | undefined;
  try {
    database = new DatabaseSync(dataFiles(dataDir).jobs, { timeout: LOCK_TIMEOUT_MILLIS });
    database.exec(
      'CREATE INDEX IF NOT EXISTS _stream_order ON _stream_records (table_name, CAST(sequence_number AS INTEGER))',
    );
  } catch {
    // The error means a busy database or a full disk: writes stay slower until the next start.
  } finally {
    database?.close();
  }
}

/**
 * A text that changes when the engine's database is written. It reads only file metadata, which costs the engine no
 * work.
 */
export function lastWritten(dataDir: string): string {
  const { mtimeMs, size } = statSync(`${dataFiles(dataDir).jobs}-wal`, { throwIfNoEntry: false }) ?? {};
  return `${mtimeMs} ${size}`;
}

/**
 * Deletes records from the engine's stream once they have been read, since they contain whole items. Keeps the last
 * record without its images, because the engine continues its sequence number.
 */
export function recordDeleter(dataDir: string, tableName: string) {
  let database: DatabaseSync | undefined;
  let consumed: DynamoDBRecord[] = [];
  return (records: readonly DynamoDBRecord[]): void => {
    consumed.push(...records);
    const numbers = JSON.stringify(consumed.map(({ dynamodb }) => dynamodb?.SequenceNumber));
    try {
      database ??= new DatabaseSync(dataFiles(dataDir).jobs, { timeout: LOCK_TIMEOUT_MILLIS });
      database.exec('PRAGMA synchronous = OFF; BEGIN IMMEDIATE');
      database
        .prepare(
          `UPDATE _stream_records SET new_image = NULL, old_image = NULL
           WHERE table_name = ? AND sequence_number IN (SELECT value FROM json_each(?))`,
        )
        .run(tableName, numbers);
      database
        .prepare(
          `DELETE FROM _stream_records WHERE table_name = ? AND new_image IS NULL AND old_image IS NULL
           AND id < (SELECT max(id) FROM _stream_records WHERE table_name = ?)`,
        )
        .run(tableName, tableName);
      database.exec('COMMIT');
    } catch {
      // The database was busy, or the disk is full: the records are deleted with the next ones, or after the next
      // start.
      database?.close();
      database = undefined;
      return;
    }
    consumed = [];
  };
}
