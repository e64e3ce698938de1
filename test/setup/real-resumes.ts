import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { resumeTypes, type ResumeType } from '../../schemas/application.ts';

const folder = join(import.meta.dirname, '../fixtures/resumes');

/** A file that a program wrote. */
export interface RealResume {
  fileName: string;
  mediaType: string;
  bytes: Buffer<ArrayBuffer>;
}

/** The résumés in `test/fixtures/resumes`, by many programs. */
export const realResumes: readonly RealResume[] = readdirSync(folder)
  .filter((fileName) => fileName !== 'README.md')
  .map((fileName) => ({
    fileName,
    mediaType: resumeTypes[fileName.slice(fileName.lastIndexOf('.') + 1) as ResumeType],
    bytes: Buffer.from(readFileSync(join(folder, fileName))),
  }));

/** The résumé with a file name. Throws when there is none. */
export function realResume(name: string): RealResume {
  const found = realResumes.find(({ fileName }) => fileName === name);
  if (!found) throw new Error(`There is no résumé ${name}.`);
  return found;
}
