import { createHash } from 'node:crypto';
import type { Question } from '../../../schemas/question.ts';

const DIGEST_LENGTH = 16;

/** What tells whether the questions of a form are still those of the job; empty where it asks none. Whether they must be answered does not count. */
export const questionsDigest = (questions: readonly Question[]): string =>
  questions.length === 0
    ? ''
    : createHash('sha256')
        .update(JSON.stringify(questions.map(({ id, text, type, options }) => [id, text, type, options])))
        .digest('hex')
        .slice(0, DIGEST_LENGTH);
