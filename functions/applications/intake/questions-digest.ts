import { createHash } from 'node:crypto';
import type { Question } from '../../../schemas/question.ts';

const DIGEST_LENGTH = 16;

/**
 * Hashes questions, so that a form can tell whether they are still those of the job; empty without questions. Whether
 * they are required does not count.
 */
export const questionsDigest = (questions: readonly Question[]): string =>
  questions.length === 0
    ? ''
    : createHash('sha256')
        .update(JSON.stringify(questions.map(({ id, text, type, options }) => [id, text, type, options])))
        .digest('hex')
        .slice(0, DIGEST_LENGTH);
