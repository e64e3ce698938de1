import { statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import type { DynamoDBRecord } from 'aws-lambda';
import { dataFiles } from './data-folder.ts';

/** How long a change waits for a lock on the engine's database, in milliseconds. */
const LOCK_TIMEOUT_MILLIS = 1_000;

/** The minimum pause between deletions, in milliseconds. */
const PAUSE_MILLIS = 1_000;

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
 * Deletes records from the engine's stream soon after they have been read, since they contain whole items: those of a
 * second together, because the engine cannot write meanwhile. Keeps the last record without its images, because the
 * engine continues its sequence number.
 */
export function recordDeleter(dataDir: string, tableName: string) {
  let database: DatabaseSync | undefined;
  let timer: NodeJS.Timeout | undefined;
  let numbers: unknown[] = [];
  // The index `_stream_order` finds the records.
  const ofNumbers =
    'table_name = ? AND CAST(sequence_number AS INTEGER) IN (SELECT CAST(value AS INTEGER) FROM json_each(?))';

  function deleteRecords(): void {
    timer = undefined;
    const list = JSON.stringify(numbers);
    try {
      database ??= new DatabaseSync(dataFiles(dataDir).jobs, { timeout: LOCK_TIMEOUT_MILLIS });
      database.exec('PRAGMA synchronous = OFF; BEGIN IMMEDIATE');
      const last = '(SELECT max(id) FROM _stream_records WHERE table_name = ?)';
      database
        .prepare(`DELETE FROM _stream_records WHERE ${ofNumbers} AND id < ${last}`)
        .run(tableName, list, tableName);
      const remaining = database
        .prepare(
          `UPDATE _stream_records SET new_image = NULL, old_image = NULL WHERE ${ofNumbers} RETURNING sequence_number`,
        )
        .all(tableName, list);
      database.exec('COMMIT');
      numbers = remaining.map((row) => row['sequence_number']);
    } catch {
      // The database was busy, or the disk is full: the records are deleted with the next ones, or after the next
      // start.
      database?.close();
      database = undefined;
    }
  }

  return (records: readonly DynamoDBRecord[]): void => {
    numbers.push(...records.map(({ dynamodb }) => dynamodb?.SequenceNumber));
    timer ??= setTimeout(deleteRecords, PAUSE_MILLIS).unref();
  };
}
