import { statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import type { DynamoDBRecord } from 'aws-lambda';
import { dataFiles } from './data-folder.ts';

/** How long a change of the engine's database waits for the engine, in milliseconds. */
const PATIENCE_MILLIS = 1_000;

/**
 * Lets the engine find the last record of a stream without reading them all: it numbers a record by a look at the highest
 * number, for which it has no index, so that each write would take as long as there are records.
 */
export function indexStream(dataDir: string): void {
  let database: DatabaseSync | undefined;
  try {
    database = new DatabaseSync(dataFiles(dataDir).jobs, { timeout: PATIENCE_MILLIS });
    database.exec(
      'CREATE INDEX IF NOT EXISTS _stream_order ON _stream_records (table_name, CAST(sequence_number AS INTEGER))',
    );
  } catch {
    // The engine keeps it busy, or the disk is full: until the next start, writes take longer.
  } finally {
    database?.close();
  }
}

/** The time of the last write to the engine's database, from its file, without a call to the engine. */
export function lastWritten(dataDir: string): string {
  const { mtimeMs, size } = statSync(`${dataFiles(dataDir).jobs}-wal`, { throwIfNoEntry: false }) ?? {};
  return `${mtimeMs} ${size}`;
}

/**
 * Removes records of the engine's stream for good once they have been read, since they hold whole items. Only the number
 * of the highest stays, from which the engine goes on.
 */
export function forgetfulStream(dataDir: string, tableName: string) {
  let database: DatabaseSync | undefined;
  let read: DynamoDBRecord[] = [];
  return (records: readonly DynamoDBRecord[]): void => {
    read.push(...records);
    const numbers = JSON.stringify(read.map(({ dynamodb }) => dynamodb?.SequenceNumber));
    try {
      database ??= new DatabaseSync(dataFiles(dataDir).jobs, { timeout: PATIENCE_MILLIS });
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
      // The engine kept it busy, or the disk is full: they go with the next ones, or after the next start.
      database?.close();
      database = undefined;
      return;
    }
    read = [];
  };
}
